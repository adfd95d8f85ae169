import { ok, refused, type SiteId } from '@parley/core'
import type { SiteService, SiteSettings } from '../site/index.ts'
import type { ProofVerifier } from './proofVerifier.ts'
import type { IdentityProvider, IdentityStore } from './store.ts'

export interface IdentityCheckDeps {
	store: Pick<IdentityStore, 'isProofUsed'>
	proofVerifier: ProofVerifier
	sites: Pick<SiteService, 'find'>
}

/** Verifies an identity by its proof: on a site that offers the provider, with a proof that was not used before. */
export const createIdentityCheck =
	({ store, proofVerifier, sites }: IdentityCheckDeps) =>
	async (siteId: SiteId, provider: IdentityProvider, proof: string) => {
		const { settings } = await sites.find(siteId)
		if (!isOffered(provider, settings)) return refused('forbidden')
		const identity = await proofVerifier.verifyProof(siteId, provider, proof)
		return identity && !(await store.isProofUsed(identity.proofHash)) ? ok(identity) : refused('proofInvalid')
	}
export type CheckIdentity = ReturnType<typeof createIdentityCheck>

/** The workplace app works wherever its shell knows the site's secret; the others are site settings. */
function isOffered(provider: IdentityProvider, { messengerLogin, deviceMakerLogin }: SiteSettings): boolean {
	if (provider === 'messenger') return messengerLogin
	return provider === 'deviceMaker' ? deviceMakerLogin : true
}
