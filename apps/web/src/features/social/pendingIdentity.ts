import { storage } from '../../storage/index.ts'
import type { Identity } from './identity.ts'
import { type Provider, pendingIdentityKeys } from './provider.ts'

const providers: readonly Provider[] = ['messenger', 'deviceMaker']

/** The identity that waits to be bound; of two the last one kept, since keeping one forgets the other. */
export function readPendingIdentity(): Identity | undefined {
	for (const provider of providers) {
		const proof = storage.read(pendingIdentityKeys[provider])
		if (proof) return { provider, proof }
	}
	return undefined
}

export function savePendingIdentity({ provider, proof }: Identity) {
	clearPendingIdentity()
	storage.write(pendingIdentityKeys[provider], proof)
}

export function clearPendingIdentity() {
	for (const provider of providers) storage.write(pendingIdentityKeys[provider], undefined)
}
