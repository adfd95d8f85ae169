import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { callApi } from '../../api/index.ts'
import { useBridge } from '../../bridge/index.ts'
import { type Arrival, type Destination, finishWith } from '../session/index.ts'
import { useSite } from '../site/index.ts'
import { requestIdentity } from './identity.ts'
import { savePendingIdentity } from './pendingIdentity.ts'
import { checkIdentity, type SocialSignInState, socialSignInReducer } from './socialSignIn.ts'

export type BindScreen = '/loginBindPhone' | '/loginBindOA'

/** Signing in with another app as the screen sees it. Each state does what it stands for, once. */
export function useSocialSignIn(
	arrival: Arrival,
	{ onSignedIn, onBindRequired }: { onSignedIn(to: Destination): void; onBindRequired(to: BindScreen): void },
) {
	const bridge = useBridge()
	const site = useSite(site => site.info)
	const [state, dispatch] = useReducer(socialSignInReducer, { at: 'rest' })
	const acted = useRef<SocialSignInState>(undefined)

	const act = useEffectEvent(async () => {
		// A development build mounts twice, but nobody may be asked twice, and a proof is good once.
		if (acted.current === state) return
		acted.current = state
		switch (state.at) {
			case 'identifying': {
				const { provider, turn } = state
				const answer = await requestIdentity(provider, bridge)
				if (answer.ok) return dispatch({ type: 'identified', turn, identity: answer.value })
				return dispatch({ type: 'not-identified', turn, reason: answer.failure })
			}
			case 'checking': {
				const finish = (token: string) => finishWith(token, arrival)
				return dispatch({
					type: 'checked',
					checked: await checkIdentity(state.identity, { ask: callApi, site, finish }),
				})
			}
			case 'binding':
				savePendingIdentity(state.identity)
				return onBindRequired(state.way === 'oa' ? '/loginBindOA' : '/loginBindPhone')
			case 'through':
				return onSignedIn(state.to)
		}
	})
	// biome-ignore lint/correctness/useExhaustiveDependencies: the state alone decides
	useEffect(() => void act(), [state])

	return { state, dispatch }
}
