import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { callApi } from '../../api/index.ts'
import type { Provider } from './provider.ts'
import { takeOff, type Unbind, unbind } from './unbind.ts'

/** Taking an identity off as the screen sees it, from the proof to the end. */
export function useUnbind(provider: Provider, { onGone }: { onGone(): void }) {
	const [state, tell] = useReducer(unbind, { at: 'proving' })
	const acted = useRef<Unbind>(undefined)

	const act = useEffectEvent(async () => {
		if (acted.current === state) return
		acted.current = state
		if (state.at === 'working') tell({ type: 'answered', why: await takeOff(provider, state.token, callApi) })
		if (state.at === 'gone') onGone()
	})
	// biome-ignore lint/correctness/useExhaustiveDependencies: the state alone decides
	useEffect(() => void act(), [state])

	return { state, tell }
}
