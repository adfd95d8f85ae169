import type { Bridge } from '@parley/bridge'
import { isVersionAtLeast, ok, type Result, refused } from '@parley/core'
import type { Provider } from './provider.ts'

/** Who another app says somebody is: what the shell hands over, to be judged by the server. */
export interface Identity {
	provider: Provider
	proof: string
}

/** The first shells with one handler for every identity; older ones have a handler for each (OP-066). */
export const commonHandlerMinVersion = '6.3.0'

const loginTypes = { messenger: 'weixin', deviceMaker: 'apple' } as const

/** Asks the shell who somebody is (BRG-16 to BRG-18). An empty answer means that the person gave up. */
export async function requestIdentity(
	provider: Provider,
	bridge: Pick<Bridge, 'call' | 'info'>,
): Promise<Result<Identity, 'gaveUp' | 'noAnswer'>> {
	const hasCommonHandler = isVersionAtLeast(bridge.info.get().version?.versionName ?? '0', commonHandlerMinVersion)
	const proof = hasCommonHandler
		? await requestFromCommonHandler(provider, bridge)
		: await requestFromProviderHandler(provider, bridge)
	if (proof === undefined) return refused('noAnswer')
	return proof === '' ? refused('gaveUp') : ok({ provider, proof })
}

async function requestFromCommonHandler(provider: Provider, bridge: Pick<Bridge, 'call'>): Promise<string | undefined> {
	const answer = await bridge.call('thirdPartyLogin', { type: loginTypes[provider] })
	if (!answer.ok) return undefined
	return provider === 'messenger' ? answer.value.info : answer.value.appleId
}

async function requestFromProviderHandler(
	provider: Provider,
	bridge: Pick<Bridge, 'call'>,
): Promise<string | undefined> {
	if (provider === 'messenger') {
		const answer = await bridge.call('weixinLogin')
		return answer.ok ? answer.value.info : undefined
	}
	const answer = await bridge.call('appleLogin')
	return answer.ok ? answer.value.appleId : undefined
}
