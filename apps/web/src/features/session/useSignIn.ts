import { delays } from '@parley/core'
import { useEffect, useRef, useState } from 'react'
import { createClickLock } from './account.ts'
import type { SignInState } from './signIn.ts'

/** Signing in as a screen sees it, by whatever is in the form. */
export function useSignIn<S>() {
	const [state, setState] = useState<SignInState<S>>({ at: 'form' })
	const mayClick = useRef(createClickLock(Date.now, delays.clickLockMs))
	const here = useRef(true)

	useEffect(() => {
		here.current = true
		return () => {
			here.current = false
		}
	}, [])

	async function run(attempt: () => Promise<SignInState<S>>): Promise<SignInState<S>> {
		setState({ at: 'asking' })
		const next = await attempt()
		if (here.current) setState(next)
		return next
	}

	return {
		state,
		/** What goes on by itself. */
		run,
		/** What a press of the button does: nothing within a second of the last (LOGIN-19). */
		press: (attempt: () => Promise<SignInState<S>>) =>
			state.at === 'asking' || !mayClick.current() ? Promise.resolve(undefined) : run(attempt),
		dismiss: () => setState({ at: 'form' }),
	}
}
