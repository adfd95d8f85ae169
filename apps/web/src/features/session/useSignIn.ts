import { delays } from '@parley/core'
import { useState } from 'react'
import { storage } from '../../storage/index.ts'
import { useAction } from '../../ui/index.ts'
import type { SignInState } from './signIn.ts'

/** Lets one call through, then none until `lockMs` have passed (LOGIN-19). */
export function createClickLock(now: () => number, lockMs: number): () => boolean {
	let openAt = Number.NEGATIVE_INFINITY
	return () => {
		if (now() < openAt) return false
		openAt = now() + lockMs
		return true
	}
}

/** The state of a sign-in form. */
export function useSignIn<K>() {
	const [state, setState] = useState<SignInState<K>>({ status: 'idle' })
	const [canClick] = useState(() => createClickLock(Date.now, delays.clickLockMs))
	const [run] = useAction((attempt: () => Promise<SignInState<K>>) => {
		setState({ status: 'submitting' })
		return attempt()
	}, setState)

	return {
		state,
		/** Without a click, when the challenge has been solved. */
		run,
		/** For a click of the button: does nothing within a second of the last one (LOGIN-19). */
		submit: async (attempt: () => Promise<SignInState<K>>) => {
			if (state.status !== 'submitting' && canClick()) await run(attempt)
		},
		dismiss: () => setState({ status: 'idle' }),
	}
}

/** By name and password, or by a code sent to a mobile number; these are the stored values too (OP-026). */
export type SignInMethod = 'account' | 'mobile'

/** The method used last; the account where there was none, and for one that was just made (REG-15). */
export function useSignInMethod(newAccount?: string) {
	const [method, setMethod] = useState<SignInMethod>(() =>
		newAccount === undefined && storage.read('activeType') === 'mobile' ? 'mobile' : 'account',
	)
	function choose(next: SignInMethod) {
		storage.write('activeType', next)
		setMethod(next)
	}
	return [method, choose] as const
}
