import type { messenger, SiteInfo } from '@parley/api'
import { unreachable } from '@parley/core'
import type { ApiFailure, CallApi } from '../../api/index.ts'
import { away, type CommonSaying, commonly, type TurnedAway } from '../account/index.ts'
import type { Destination, Finished } from '../session/index.ts'
import { callsOf } from './calls.ts'
import type { Identity } from './identity.ts'
import type { Provider } from './provider.ts'

/** What may stand in the way wherever another app says who somebody is. */
export type IdentitySaying = CommonSaying | 'noIdentity' | 'proofInvalid' | 'noDefaultCompany' | 'noPerson'
export type SocialSaying = IdentitySaying | 'notBound'

export type BindWay = 'phone' | 'oa'

/** Signing in with another app. Each state says what is under way, or what there is to choose. */
export type SocialSignIn =
	| { at: 'rest' }
	/** The other app is asked; a person has to answer there, which may take any time. */
	| { at: 'identifying'; provider: Provider; turn: number }
	| { at: 'checking'; identity: Identity }
	/** A site of both kinds: the person says which account it is to be bound to (SOC-16). */
	| { at: 'choosing'; identity: Identity }
	| { at: 'binding'; identity: Identity; way: BindWay }
	| { at: 'turned-away'; provider: Provider; why: TurnedAway<SocialSaying> }
	| { at: 'through'; to: Destination }

export type SocialEvent =
	| { type: 'pressed'; provider: Provider }
	| { type: 'identified'; turn: number; identity: Identity }
	| { type: 'not-identified'; turn: number; reason: 'gaveUp' | 'noAnswer' }
	| { type: 'checked'; checked: Checked }
	| { type: 'chosen'; way: BindWay }
	| { type: 'put-away' }

export type Checked =
	| { at: 'through'; to: Destination }
	| { at: 'unbound'; way: BindWay | 'choice' }
	| { at: 'turned-away'; why: TurnedAway<SocialSaying> }

/**
 * An event that does not belong to a state leaves it. While the other app is asked another press asks anew, since
 * nobody can tell a shell that is slow from one that will never answer; the answer to the first then changes nothing.
 */
export function socialSignIn(state: SocialSignIn, event: SocialEvent): SocialSignIn {
	switch (event.type) {
		case 'pressed':
			if (state.at === 'checking' || state.at === 'through') return state
			return { at: 'identifying', provider: event.provider, turn: state.at === 'identifying' ? state.turn + 1 : 1 }
		case 'identified':
			return isTurn(state, event.turn) ? { at: 'checking', identity: event.identity } : state
		case 'not-identified':
			if (!isTurn(state, event.turn)) return state
			if (event.reason === 'gaveUp') return { at: 'rest' }
			return { at: 'turned-away', provider: state.provider, why: away('noIdentity') }
		case 'checked':
			return state.at === 'checking' ? checked(state.identity, event.checked) : state
		case 'chosen':
			return state.at === 'choosing' ? { at: 'binding', identity: state.identity, way: event.way } : state
		case 'put-away':
			return state.at === 'choosing' || state.at === 'turned-away' ? { at: 'rest' } : state
		default:
			return unreachable(event)
	}
}

const isTurn = (state: SocialSignIn, turn: number): state is Extract<SocialSignIn, { at: 'identifying' }> =>
	state.at === 'identifying' && state.turn === turn

function checked(identity: Identity, answer: Checked): SocialSignIn {
	if (answer.at === 'through') return answer
	if (answer.at === 'turned-away') return { ...answer, provider: identity.provider }
	if (answer.way === 'choice') return { at: 'choosing', identity }
	return { at: 'binding', identity, way: answer.way }
}

/** What an identity nobody has yet is bound to, by the kind of site (SOC-14 to SOC-16). */
export function bindWay(site: Pick<SiteInfo, 'type' | 'isOa' | 'isPrivate'> | undefined): BindWay | 'choice' {
	if (site?.type === 2) return 'choice'
	if (site?.type === 1 && site.isOa) return 'oa'
	return 'phone'
}

export interface CheckOutside {
	ask: CallApi
	site: Pick<SiteInfo, 'type' | 'isOa' | 'isPrivate'> | undefined
	/** From a token to the screen that follows. */
	finish(token: string): Promise<Finished>
}

/** Signs in with an identity, or says that it has to be bound first (SOC-08 to SOC-12). */
export async function checkIdentity({ provider, proof }: Identity, outside: CheckOutside): Promise<Checked> {
	const input = { proof, staySignedIn: true }
	const answer = await outside.ask(callsOf[provider].check, input, { quiet: true, handles401: true })
	if (answer.ok) return afterFinish(await outside.finish(answer.value.token))
	if (answer.failure.refusal === 'notBound') return { at: 'unbound', way: bindWay(outside.site) }
	return { at: 'turned-away', why: checkRefused(answer.failure) }
}

export function checkRefused(failure: ApiFailure<typeof messenger.check>): TurnedAway<SocialSaying> {
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
export const afterFinish = (finished: Finished): Extract<Checked, { at: 'through' | 'turned-away' }> =>
	finished.at === 'through'
		? finished
		: { at: 'turned-away', why: finished.says === 'network' ? away('unreachable') : away('noPerson') }
