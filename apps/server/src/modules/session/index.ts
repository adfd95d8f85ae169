export { watchSessionEndings } from './endingsWatch.ts'
export { presentUser, sessionHttp, toSignedIn } from './http.ts'
export { createSessionService, type SessionCheck, type SessionService } from './service.ts'
export { createSqlSessionStore } from './store.sql.ts'
