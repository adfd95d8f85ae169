import { unreachable } from '@parley/core'
import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { callApi } from '../../../api/index.ts'
import type { FormError } from '../../../forms/index.ts'
import type { Provider } from '../provider.ts'
import { unbindIdentity } from './unbind.ts'

/** Unbinding an identity: nothing is sent before the person has confirmed it (UNBIND-05). */
export type UnbindState =
	| { at: 'verifying' }
	| { at: 'confirming'; token: string }
	/** The confirmation was declined; it can be asked for again while the proof token is valid. */
	| { at: 'verified'; token: string }
	| { at: 'unbinding'; token: string }
	| { at: 'refused'; error: FormError }
	| { at: 'unbound' }

export type UnbindEvent =
	| { type: 'verified'; token: string }
	| { type: 'declined' }
	| { type: 'confirmation-requested' }
	| { type: 'confirmed' }
	| { type: 'answered'; error: FormError | undefined }
	| { type: 'edited' }

export function unbindReducer(state: UnbindState, event: UnbindEvent): UnbindState {
	switch (event.type) {
		case 'verified':
			return state.at === 'unbound' ? state : { at: 'confirming', token: event.token }
		case 'declined':
			return state.at === 'confirming' ? { at: 'verified', token: state.token } : state
		case 'confirmation-requested':
			return state.at === 'verified' ? { at: 'confirming', token: state.token } : state
		case 'confirmed':
			return state.at === 'confirming' ? { at: 'unbinding', token: state.token } : state
		case 'answered':
			if (state.at !== 'unbinding') return state
			return event.error ? { at: 'refused', error: event.error } : { at: 'unbound' }
		case 'edited':
			return state.at === 'verified' || state.at === 'refused' ? { at: 'verifying' } : state
		default:
			return unreachable(event)
	}
}

export function useUnbind(provider: Provider, { onUnbound }: { onUnbound(): void }) {
	const [state, dispatch] = useReducer(unbindReducer, { at: 'verifying' })
	const handledState = useRef<UnbindState>(undefined)

	const runState = useEffectEvent(async () => {
		// Strict mode runs effects twice.
		if (handledState.current === state) return
		handledState.current = state
		if (state.at === 'unbinding') {
			const result = await unbindIdentity(provider, state.token, callApi)
			dispatch({ type: 'answered', error: result.ok ? undefined : result.failure })
		}
		if (state.at === 'unbound') onUnbound()
	})
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs once per state
	useEffect(() => void runState(), [state])

	return { state, dispatch, error: state.at === 'refused' ? state.error : undefined }
}
