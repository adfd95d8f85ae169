import { useEffect, useState } from 'react'
import { useBridge } from '../../bridge/index.ts'
import type { Answered } from '../account/index.ts'
import { forgetPerson } from '../session/index.ts'
import type { AfterBinding } from './afterBinding.ts'
import type { IdentitySaying } from './socialSignIn.ts'
import { forgetIdentity, waitingIdentity } from './waiting.ts'

const load = () => import('./afterBinding.ts')

/** The identity that waits to be bound, and what comes after it was, or was given up. */
export function useBinding() {
	const bridge = useBridge()
	const [identity, setIdentity] = useState(waitingIdentity)
	useEffect(() => void load().catch(() => {}), [])

	return {
		identity,

		/** Goes on with what binding answered: the token of whoever it was bound to. */
		async finish<S extends string>(bound: Answered<string, S>): Promise<Answered<AfterBinding, S | IdentitySaying>> {
			return bound.ok ? (await load()).finishBinding(bound.value) : bound
		},

		/** Has the app say anew who somebody is. */
		async again(): Promise<Answered<undefined, IdentitySaying>> {
			if (!identity) return { ok: true, value: undefined }
			const answer = await (await load()).askAgain(identity.provider, bridge)
			if (!answer.ok) return answer
			setIdentity(answer.value)
			return { ok: true, value: undefined }
		},

		/** BIND-14: whoever goes back starts signing in from the beginning. */
		giveUp() {
			forgetIdentity()
			forgetPerson()
		},
	}
}
