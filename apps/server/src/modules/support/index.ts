export { complaintService } from './complaints.ts'
export { supportHttp } from './http.ts'
export { sqlComplaintStore } from './store.sql.ts'
