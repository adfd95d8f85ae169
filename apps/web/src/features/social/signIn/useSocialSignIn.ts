import { unreachable } from '@parley/core'
import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { callApi } from '../../../api/index.ts'
import { useBridge } from '../../../bridge/index.ts'
import { createFormError, type FormError } from '../../../forms/index.ts'
import { completeSignInWithToken, type SignInDestination, type SignInSearch } from '../../session/index.ts'
import { useSite } from '../../site/index.ts'
import { identityErrors, type ProvenIdentity, requestIdentity, savePendingIdentity } from '../identity.ts'
import type { Provider } from '../provider.ts'
import { type AccountKind, checkIdentity, type IdentityCheck } from './socialSignIn.ts'

export type SocialSignInState =
	| { status: 'idle' }
	/** The shell asks the other app, where the person has to answer: this may take any time. */
	| { status: 'identifying'; provider: Provider; attempt: number }
	| { status: 'checking'; identity: ProvenIdentity }
	/** A site with both kinds of accounts: the person chooses which one to bind to (SOC-16). */
	| { status: 'choosing-account'; identity: ProvenIdentity }
	| { status: 'binding'; identity: ProvenIdentity; accountKind: AccountKind }
	| { status: 'refused'; provider: Provider; error: FormError }
	| { status: 'signed-in'; to: SignInDestination }

export type SocialSignInEvent =
	| { type: 'pressed'; provider: Provider }
	| { type: 'identified'; attempt: number; identity: ProvenIdentity }
	| { type: 'identification-failed'; attempt: number; reason: 'cancelled' | 'noAnswer' }
	| { type: 'checked'; check: IdentityCheck }
	| { type: 'account-chosen'; accountKind: AccountKind }
	| { type: 'dismissed' }

/**
 * Events that do not belong to a state leave it unchanged. While the shell identifies the person, another press starts
 * another attempt, since a slow shell cannot be told from one that never answers; a late answer to an earlier attempt
 * is ignored.
 */
export function socialSignInReducer(state: SocialSignInState, event: SocialSignInEvent): SocialSignInState {
	switch (event.type) {
		case 'pressed':
			if (state.status === 'checking' || state.status === 'signed-in') return state
			return {
				status: 'identifying',
				provider: event.provider,
				attempt: state.status === 'identifying' ? state.attempt + 1 : 1,
			}
		case 'identified':
			return isCurrentAttempt(state, event.attempt) ? { status: 'checking', identity: event.identity } : state
		case 'identification-failed':
			if (!isCurrentAttempt(state, event.attempt)) return state
			if (event.reason === 'cancelled') return { status: 'idle' }
			return {
				status: 'refused',
				provider: state.provider,
				error: createFormError('noIdentity', identityErrors.noIdentity),
			}
		case 'checked':
			return state.status === 'checking' ? applyIdentityCheck(state.identity, event.check) : state
		case 'account-chosen':
			if (state.status !== 'choosing-account') return state
			return { status: 'binding', identity: state.identity, accountKind: event.accountKind }
		case 'dismissed':
			return state.status === 'choosing-account' || state.status === 'refused' ? { status: 'idle' } : state
		default:
			return unreachable(event)
	}
}

const isCurrentAttempt = (
	state: SocialSignInState,
	attempt: number,
): state is Extract<SocialSignInState, { status: 'identifying' }> =>
	state.status === 'identifying' && state.attempt === attempt

function applyIdentityCheck(identity: ProvenIdentity, check: IdentityCheck): SocialSignInState {
	if (check.status === 'signed-in') return check
	if (check.status === 'refused') return { ...check, provider: identity.provider }
	if (check.target === 'choice') return { status: 'choosing-account', identity }
	return { status: 'binding', identity, accountKind: check.target }
}

export type BindScreen = '/loginBindPhone' | '/loginBindOA'

export interface SocialSignInEvents {
	onSignedIn(to: SignInDestination): void
	/** The identity is not bound to an account yet: it is saved, and this screen binds it. */
	onBindRequired(to: BindScreen): void
}

export function useSocialSignIn(arrival: SignInSearch, { onSignedIn, onBindRequired }: SocialSignInEvents) {
	const bridge = useBridge()
	const site = useSite(site => site.info)
	const [state, dispatch] = useReducer(socialSignInReducer, { status: 'idle' })
	const handledState = useRef<SocialSignInState>(undefined)

	const runState = useEffectEvent(async () => {
		// Strict mode runs effects twice, but the shell must be asked once and a proof token works once.
		if (handledState.current === state) return
		handledState.current = state
		switch (state.status) {
			case 'identifying': {
				const { provider, attempt } = state
				const answer = await requestIdentity(provider, bridge)
				if (answer.ok) return dispatch({ type: 'identified', attempt, identity: answer.value })
				return dispatch({ type: 'identification-failed', attempt, reason: answer.failure })
			}
			case 'checking': {
				const finish = (token: string) => completeSignInWithToken(token, arrival)
				return dispatch({ type: 'checked', check: await checkIdentity(state.identity, { callApi, site, finish }) })
			}
			case 'binding':
				savePendingIdentity(state.identity)
				return onBindRequired(state.accountKind === 'oa' ? '/loginBindOA' : '/loginBindPhone')
			case 'signed-in':
				return onSignedIn(state.to)
		}
	})
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs once per state
	useEffect(() => void runState(), [state])

	return { state, dispatch }
}
