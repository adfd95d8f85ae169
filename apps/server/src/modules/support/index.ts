export { createComplaintService } from './complaints.ts'
export { supportHttp } from './http.ts'
export { createSqlComplaintStore } from './store.sql.ts'
