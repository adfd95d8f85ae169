export { createSqlAlarmStore } from './store.sql.ts'
export type { Alarm } from './store.ts'
export { type SweepAlarm, sweepLimit } from './sweepAlarm.ts'
