import { sealPassword, type User } from '@parley/api'
import { waits } from '@parley/core'
import { useEffect, useRef, useState } from 'react'
import { ask } from '../../api/index.ts'
import { storage } from '../../storage/index.ts'
import { clickLock } from './account.ts'
import type { Arrival } from './arrival.ts'
import { type AccountForm, type SignIn, type SignInOutside, signIn } from './signIn.ts'
import { becomeMember } from './store.ts'

// OP-050: there is no box for it; whoever signs in stays signed in.
const staySignedIn = true

const outside: SignInOutside = {
	ask,
	seal: password => sealPassword(password, crypto.getRandomValues(new Uint8Array(16))),
	keepToken: token => storage.keepToken(token, staySignedIn),
	forgetToken: () => storage.forgetToken(),
	becomeMember: (user: User, token) => becomeMember(user, token, staySignedIn),
}

/** Signing in as the screen sees it. */
export function useSignIn(arrival: Arrival) {
	const [state, setState] = useState<SignIn>({ at: 'form' })
	const mayClick = useRef(clickLock(Date.now, waits.clickLockMs))
	const here = useRef(true)

	useEffect(() => {
		here.current = true
		return () => {
			here.current = false
		}
	}, [])

	async function submit(form: AccountForm) {
		if (state.at === 'asking' || !mayClick.current()) return
		setState({ at: 'asking' })
		const next = await signIn(form, arrival, outside)
		if (here.current) setState(next)
	}

	return { state, submit, dismiss: () => setState({ at: 'form' }) }
}
