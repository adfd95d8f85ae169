import { unreachable } from '@parley/core'
import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { callApi } from '../../../api/index.ts'
import type { FormError } from '../../../forms/index.ts'
import type { Provider } from '../provider.ts'
import { unbindIdentity } from './unbind.ts'

/** Unbinding an identity: nothing is sent before the person has confirmed it (UNBIND-05). */
export type UnbindState =
	| { status: 'verifying' }
	| { status: 'confirming'; token: string }
	/** The confirmation was declined; it can be asked for again while the proof token is valid. */
	| { status: 'verified'; token: string }
	| { status: 'unbinding'; token: string }
	| { status: 'refused'; error: FormError }
	| { status: 'unbound' }

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
			return state.status === 'unbound' ? state : { status: 'confirming', token: event.token }
		case 'declined':
			return state.status === 'confirming' ? { status: 'verified', token: state.token } : state
		case 'confirmation-requested':
			return state.status === 'verified' ? { status: 'confirming', token: state.token } : state
		case 'confirmed':
			return state.status === 'confirming' ? { status: 'unbinding', token: state.token } : state
		case 'answered':
			if (state.status !== 'unbinding') return state
			return event.error ? { status: 'refused', error: event.error } : { status: 'unbound' }
		case 'edited':
			return state.status === 'verified' || state.status === 'refused' ? { status: 'verifying' } : state
		default:
			return unreachable(event)
	}
}

export function useUnbind(provider: Provider, { onUnbound }: { onUnbound(): void }) {
	const [state, dispatch] = useReducer(unbindReducer, { status: 'verifying' })
	const handledState = useRef<UnbindState>(undefined)

	const runState = useEffectEvent(async () => {
		// Strict mode runs effects twice.
		if (handledState.current === state) return
		handledState.current = state
		if (state.status === 'unbinding') {
			const result = await unbindIdentity(provider, state.token, callApi)
			dispatch({ type: 'answered', error: result.ok ? undefined : result.failure })
		}
		if (state.status === 'unbound') onUnbound()
	})
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs once per state
	useEffect(() => void runState(), [state])

	return { state, dispatch, error: state.status === 'refused' ? state.error : undefined }
}
