export { type AccountService, accountService, type NewAccount } from './service.ts'
export type { Account } from './store.ts'
export { sqlAccountStore } from './store.sql.ts'
