export { sessionHttp } from './http.ts'
export { type SessionService, sessionService, type Standing } from './service.ts'
export { sqlSessionStore } from './store.sql.ts'
