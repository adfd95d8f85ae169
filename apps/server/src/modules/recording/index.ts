export { createSqlRecordingStore } from './store.sql.ts'
