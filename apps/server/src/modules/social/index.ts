export { createTokenVerifier, type Issuer, restrictToSites, type VerifyIdentityToken } from './identityTokens.ts'
export type { SocialService } from './service.ts'
export { createSqlIdentityStore } from './store.sql.ts'
export type { IdentityBinding, IdentityProvider, IdentityStore } from './store.ts'
