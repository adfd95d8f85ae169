import { storage } from '../../storage/index.ts'
import type { Identity } from './identity.ts'
import { type Provider, storageKeys } from './provider.ts'

const providers: readonly Provider[] = ['messenger', 'deviceMaker']

/** The identity that waits to be bound; of two the last one kept, since keeping one forgets the other. */
export function waitingIdentity(): Identity | undefined {
	for (const provider of providers) {
		const proof = storage.read(storageKeys[provider])
		if (proof) return { provider, proof }
	}
	return undefined
}

export function keepIdentity({ provider, proof }: Identity) {
	forgetIdentity()
	storage.write(storageKeys[provider], proof)
}

export function forgetIdentity() {
	for (const provider of providers) storage.write(storageKeys[provider], undefined)
}
