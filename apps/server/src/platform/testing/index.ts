export { createManualClock, type ManualClock } from './clock.ts'
export { describeOnEveryDatabase } from './databases.ts'
export { planOf, recordStatements, rowsRead } from './plans.ts'
