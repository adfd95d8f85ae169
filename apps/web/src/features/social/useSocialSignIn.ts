import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { callApi } from '../../api/index.ts'
import { useBridge } from '../../bridge/index.ts'
import { type Arrival, type Destination, finishWith } from '../session/index.ts'
import { useSite } from '../site/index.ts'
import { identify } from './identity.ts'
import { checkIdentity, type SocialSignIn, socialSignIn } from './socialSignIn.ts'
import { keepIdentity } from './waiting.ts'

export type BindScreen = '/loginBindPhone' | '/loginBindOA'

/** Signing in with another app as the screen sees it. Each state does what it stands for, once. */
export function useSocialSignIn(
	arrival: Arrival,
	{ onThrough, onBind }: { onThrough(to: Destination): void; onBind(to: BindScreen): void },
) {
	const bridge = useBridge()
	const site = useSite(site => site.info)
	const [state, tell] = useReducer(socialSignIn, { at: 'rest' })
	const acted = useRef<SocialSignIn>(undefined)

	const act = useEffectEvent(async () => {
		// A development build mounts twice, but nobody may be asked twice, and a proof is good once.
		if (acted.current === state) return
		acted.current = state
		switch (state.at) {
			case 'identifying': {
				const { provider, turn } = state
				const answer = await identify(provider, bridge)
				if (answer.ok) return tell({ type: 'identified', turn, identity: answer.value })
				return tell({ type: 'not-identified', turn, reason: answer.failure })
			}
			case 'checking': {
				const finish = (token: string) => finishWith(token, arrival)
				return tell({ type: 'checked', checked: await checkIdentity(state.identity, { ask: callApi, site, finish }) })
			}
			case 'binding':
				keepIdentity(state.identity)
				return onBind(state.way === 'oa' ? '/loginBindOA' : '/loginBindPhone')
			case 'through':
				return onThrough(state.to)
		}
	})
	// biome-ignore lint/correctness/useExhaustiveDependencies: the state alone decides
	useEffect(() => void act(), [state])

	return { state, tell }
}
