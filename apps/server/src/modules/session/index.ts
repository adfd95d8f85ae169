export { accountStoresOn } from './accountStores.ts'
export { presentUser, toSignedIn } from './http.ts'
export type { SessionCheck, SessionService } from './service.ts'
