export { createSqlMeetingReportStore } from './store.sql.ts'
export { createSqlVisitStore } from './visitStore.sql.ts'
