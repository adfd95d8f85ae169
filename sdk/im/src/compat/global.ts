/** Contents of the global `ParleyIM` in the script without modules. */
export * from '../constants.ts'
export * from '../index.ts'
export { createLegacyIM } from './legacy.ts'
