/** What the script without modules puts into the global `ParleyIM`. */
export * from '../constants.ts'
export * from '../index.ts'
export { createLegacyIM } from './legacy.ts'
