export { deviceMakerHttp, messengerHttp, workplaceHttp } from './http.ts'
export {
	acceptNoToken,
	createTokenVerifier,
	type Issuer,
	restrictToSites,
	type VerifyIdentityToken,
	verifyWithFirst,
} from './identityTokens.ts'
export { createProofVerifier } from './proofVerifier.ts'
export { createSocialService, type SocialService } from './service.ts'
export { createSqlIdentityStore } from './store.sql.ts'
export type { IdentityBinding, IdentityProvider, IdentityStore } from './store.ts'
