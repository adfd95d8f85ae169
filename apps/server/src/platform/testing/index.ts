export { createManualClock, type ManualClock } from './clock.ts'
export { describeOnEveryDatabase } from './databases.ts'
