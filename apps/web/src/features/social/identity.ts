import type { Bridge } from '@parley/bridge'
import { isVersionAtLeast, ok, type Result, refused } from '@parley/core'
import type { ErrorEntry } from '../../forms/index.ts'
import { m } from '../../locales/index.ts'
import { storage } from '../../storage/index.ts'
import type { Provider } from './provider.ts'

/** A person's identity in another app, as a proof token from the shell that only the server can read. */
export interface ProvenIdentity {
	provider: Provider
	proof: string
}

/** Why an identity cannot be used, wherever one is. */
export const identityErrors = {
	/** The shell gave none. */
	noIdentity: { message: m.social_error_noIdentity },
	proofInvalid: { message: m.social_error_proofInvalid, remedy: 'openAppAgain' },
	noDefaultCompany: { message: m.social_error_noDefaultCompany },
	/** The person behind the access token could not be fetched. */
	noPerson: { message: m.social_error_noPerson },
} as const satisfies Record<string, ErrorEntry<never>>

/** Shells from here on have one bridge handler for every provider; older ones have a handler for each (OP-066). */
export const commonHandlerMinVersion = '6.3.0'

const loginTypes = { messenger: 'weixin', deviceMaker: 'apple' } as const

/** Asks the shell for an identity (BRG-16 to BRG-18). An empty answer means that the person cancelled in the other app. */
export async function requestIdentity(
	provider: Provider,
	bridge: Pick<Bridge, 'call' | 'info'>,
): Promise<Result<ProvenIdentity, 'cancelled' | 'noAnswer'>> {
	const versionName = bridge.info.get().version?.versionName ?? '0'
	const hasCommonHandler = isVersionAtLeast(versionName, commonHandlerMinVersion)
	const proof = await (hasCommonHandler ? callCommonHandler : callProviderHandler)(provider, bridge)
	if (proof === undefined) return refused('noAnswer')
	return proof === '' ? refused('cancelled') : ok({ provider, proof })
}

async function callCommonHandler(provider: Provider, bridge: Pick<Bridge, 'call'>): Promise<string | undefined> {
	const answer = await bridge.call('thirdPartyLogin', { type: loginTypes[provider] })
	if (!answer.ok) return undefined
	return provider === 'messenger' ? answer.value.info : answer.value.appleId
}

async function callProviderHandler(provider: Provider, bridge: Pick<Bridge, 'call'>): Promise<string | undefined> {
	if (provider === 'messenger') {
		const answer = await bridge.call('weixinLogin')
		return answer.ok ? answer.value.info : undefined
	}
	const answer = await bridge.call('appleLogin')
	return answer.ok ? answer.value.appleId : undefined
}

/** Storage keys of the identity to be bound by the next screen; other pages of the product read them too (STORE-01). */
const pendingIdentityKeys = { messenger: 'wxusrinfo', deviceMaker: 'appleId' } as const satisfies Record<
	Provider,
	string
>
const providers: readonly Provider[] = ['messenger', 'deviceMaker']

export function readPendingIdentity(): ProvenIdentity | undefined {
	for (const provider of providers) {
		const proof = storage.read(pendingIdentityKeys[provider])
		if (proof) return { provider, proof }
	}
	return undefined
}

/** At most one identity is pending: saving one clears that of the other provider. */
export function savePendingIdentity({ provider, proof }: ProvenIdentity) {
	clearPendingIdentity()
	storage.write(pendingIdentityKeys[provider], proof)
}

export function clearPendingIdentity() {
	for (const provider of providers) storage.write(pendingIdentityKeys[provider], undefined)
}
