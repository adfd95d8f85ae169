import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { callApi } from '../../api/index.ts'
import type { Provider } from './provider.ts'
import { type UnbindState, unbindIdentity, unbindReducer } from './unbind.ts'

/** Taking an identity off as the screen sees it, from the proof to the end. */
export function useUnbind(provider: Provider, { onUnbound }: { onUnbound(): void }) {
	const [state, dispatch] = useReducer(unbindReducer, { at: 'proving' })
	const acted = useRef<UnbindState>(undefined)

	const act = useEffectEvent(async () => {
		if (acted.current === state) return
		acted.current = state
		if (state.at === 'working')
			dispatch({ type: 'answered', why: await unbindIdentity(provider, state.token, callApi) })
		if (state.at === 'gone') onUnbound()
	})
	// biome-ignore lint/correctness/useExhaustiveDependencies: the state alone decides
	useEffect(() => void act(), [state])

	return { state, dispatch }
}
