export { present as presentUser, sessionHttp } from './http.ts'
export { type SessionService, type Standing, sessionService } from './service.ts'
export { sqlSessionStore } from './store.sql.ts'
