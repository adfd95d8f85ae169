export { createInvitationService } from './service.ts'
export { createSqlInvitationStore } from './store.sql.ts'
