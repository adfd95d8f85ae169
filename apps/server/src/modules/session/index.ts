export { present as presentUser, sessionHttp } from './http.ts'
export { type Authentication, createSessionService, type SessionService } from './service.ts'
export { createSqlSessionStore } from './store.sql.ts'
