import type { Bridge } from '@parley/bridge'
import { ok } from '@parley/core'
import { m } from '../../locales/index.ts'
import { toast } from '../../ui/index.ts'
import { type Answered, away } from '../account/index.ts'
import { finishWith, refreshSession } from '../session/index.ts'
import { type Identity, requestIdentity } from './identity.ts'
import { clearPendingIdentity, savePendingIdentity } from './pendingIdentity.ts'
import type { Provider } from './provider.ts'
import type { IdentityMessageKey } from './socialSignIn.ts'

/** Where somebody goes who was bound: to the start, or first to their profile. */
export type BindDestination = '/' | '/perfectInfo'

/**
 * The token is kept, the person fetched, and the session refreshed (BIND-11 to BIND-13). Answers the screen that follows:
 * the start, or first the profile.
 */
export async function finishBinding(token: string): Promise<Answered<BindDestination, IdentityMessageKey>> {
	const finished = await finishWith(token, {})
	if (finished.at === 'turned-away') {
		return { ok: false, failure: away(finished.says === 'network' ? 'unreachable' : 'noPerson', 'sign-in') }
	}
	clearPendingIdentity()
	if (finished.to.to === '/perfectInfo') return ok('/perfectInfo')
	await refreshSession()
	toast.show(m.social_bind_done(), { tone: 'ok' })
	return ok('/')
}

/** The identity was good for a few minutes only: the app says it anew. */
export async function renewIdentity(
	provider: Provider,
	bridge: Pick<Bridge, 'call' | 'info'>,
): Promise<Answered<Identity, IdentityMessageKey>> {
	const answer = await requestIdentity(provider, bridge)
	if (!answer.ok) {
		return { ok: false, failure: answer.failure === 'gaveUp' ? away('proofInvalid', 'app-again') : away('noIdentity') }
	}
	savePendingIdentity(answer.value)
	toast.show(m.social_again_done(), { tone: 'ok' })
	return answer
}
