export { createSqlComplaintStore } from './store.sql.ts'
