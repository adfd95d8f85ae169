export { type AccountService, accountService, type NewAccount } from './service.ts'
export { sqlAccountStore } from './store.sql.ts'
export type { Account } from './store.ts'
