export { aClock, type ManualClock } from './clock.ts'
export { onEveryDatabase } from './databases.ts'
