import type { messenger, SiteInfo } from '@parley/api'
import { unreachable } from '@parley/core'
import type { ApiFailure, CallApi } from '../../api/index.ts'
import { away, type CommonSaying, commonly, type TurnedAway } from '../account/index.ts'
import type { Destination, Finished } from '../session/index.ts'
import { providerCalls } from './calls.ts'
import type { Identity } from './identity.ts'
import type { Provider } from './provider.ts'

/** What may stand in the way wherever another app says who somebody is. */
export type IdentityMessageKey = CommonSaying | 'noIdentity' | 'proofInvalid' | 'noDefaultCompany' | 'noPerson'
export type SocialSignInMessageKey = IdentityMessageKey | 'notBound'

export type AccountKind = 'phone' | 'oa'

/** Signing in with another app. Each state says what is under way, or what there is to choose. */
export type SocialSignInState =
	| { at: 'rest' }
	/** The other app is asked; a person has to answer there, which may take any time. */
	| { at: 'identifying'; provider: Provider; turn: number }
	| { at: 'checking'; identity: Identity }
	/** A site of both kinds: the person says which account it is to be bound to (SOC-16). */
	| { at: 'choosing'; identity: Identity }
	| { at: 'binding'; identity: Identity; way: AccountKind }
	| { at: 'turned-away'; provider: Provider; why: TurnedAway<SocialSignInMessageKey> }
	| { at: 'through'; to: Destination }

export type SocialSignInEvent =
	| { type: 'pressed'; provider: Provider }
	| { type: 'identified'; turn: number; identity: Identity }
	| { type: 'not-identified'; turn: number; reason: 'gaveUp' | 'noAnswer' }
	| { type: 'checked'; checked: IdentityCheck }
	| { type: 'chosen'; way: AccountKind }
	| { type: 'put-away' }

export type IdentityCheck =
	| { at: 'through'; to: Destination }
	| { at: 'unbound'; way: AccountKind | 'choice' }
	| { at: 'turned-away'; why: TurnedAway<SocialSignInMessageKey> }

/**
 * An event that does not belong to a state leaves it. While the other app is asked another press asks anew, since
 * nobody can tell a shell that is slow from one that will never answer; the answer to the first then changes nothing.
 */
export function socialSignInReducer(state: SocialSignInState, event: SocialSignInEvent): SocialSignInState {
	switch (event.type) {
		case 'pressed':
			if (state.at === 'checking' || state.at === 'through') return state
			return { at: 'identifying', provider: event.provider, turn: state.at === 'identifying' ? state.turn + 1 : 1 }
		case 'identified':
			return isCurrentAttempt(state, event.turn) ? { at: 'checking', identity: event.identity } : state
		case 'not-identified':
			if (!isCurrentAttempt(state, event.turn)) return state
			if (event.reason === 'gaveUp') return { at: 'rest' }
			return { at: 'turned-away', provider: state.provider, why: away('noIdentity') }
		case 'checked':
			return state.at === 'checking' ? applyIdentityCheck(state.identity, event.checked) : state
		case 'chosen':
			return state.at === 'choosing' ? { at: 'binding', identity: state.identity, way: event.way } : state
		case 'put-away':
			return state.at === 'choosing' || state.at === 'turned-away' ? { at: 'rest' } : state
		default:
			return unreachable(event)
	}
}

const isCurrentAttempt = (
	state: SocialSignInState,
	turn: number,
): state is Extract<SocialSignInState, { at: 'identifying' }> => state.at === 'identifying' && state.turn === turn

function applyIdentityCheck(identity: Identity, answer: IdentityCheck): SocialSignInState {
	if (answer.at === 'through') return answer
	if (answer.at === 'turned-away') return { ...answer, provider: identity.provider }
	if (answer.way === 'choice') return { at: 'choosing', identity }
	return { at: 'binding', identity, way: answer.way }
}

/** What an identity nobody has yet is bound to, by the kind of site (SOC-14 to SOC-16). */
export function getBindTarget(site: Pick<SiteInfo, 'type' | 'isOa' | 'isPrivate'> | undefined): AccountKind | 'choice' {
	if (site?.type === 2) return 'choice'
	if (site?.type === 1 && site.isOa) return 'oa'
	return 'phone'
}

export interface CheckIdentityDeps {
	ask: CallApi
	site: Pick<SiteInfo, 'type' | 'isOa' | 'isPrivate'> | undefined
	/** From a token to the screen that follows. */
	finish(token: string): Promise<Finished>
}

/** Signs in with an identity, or says that it has to be bound first (SOC-08 to SOC-12). */
export async function checkIdentity({ provider, proof }: Identity, deps: CheckIdentityDeps): Promise<IdentityCheck> {
	const input = { proof, staySignedIn: true }
	const answer = await deps.ask(providerCalls[provider].check, input, { quiet: true, handles401: true })
	if (answer.ok) return toIdentityCheck(await deps.finish(answer.value.token))
	if (answer.failure.refusal === 'notBound') return { at: 'unbound', way: getBindTarget(deps.site) }
	return { at: 'turned-away', why: checkRefused(answer.failure) }
}

export function checkRefused(failure: ApiFailure<typeof messenger.check>): TurnedAway<SocialSignInMessageKey> {
	switch (failure.refusal) {
		case 'proofInvalid':
			return away('proofInvalid', 'app-again')
		case 'noDefaultCompany':
			return away('noDefaultCompany')
		case 'notBound':
			return away('notBound', 'sign-in')
		default:
			return commonly(failure as ApiFailure)
	}
}

/** Nobody is signed in by halves: without knowing who it is there is no token either (LOGIN-22). */
export const toIdentityCheck = (finished: Finished): Extract<IdentityCheck, { at: 'through' | 'turned-away' }> =>
	finished.at === 'through'
		? finished
		: { at: 'turned-away', why: finished.says === 'network' ? away('unreachable') : away('noPerson') }
