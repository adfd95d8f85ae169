import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useBridge } from '../../bridge/index.ts'
import type { Answered, Query, TurnedAway } from '../account/index.ts'
import { forgetPerson } from '../session/index.ts'
import type { BindDestination } from './afterBinding.ts'
import { clearPendingIdentity, readPendingIdentity } from './pendingIdentity.ts'
import type { IdentityMessageKey } from './socialSignIn.ts'

const load = () => import('./afterBinding.ts')

/** A form that shows why something did not come about. */
interface Form {
	rest(): void
	turnAway(why: TurnedAway<IdentityMessageKey>): void
}

/**
 * The identity that waits to be bound, and the ways off a screen that binds it.
 * @param query what is passed on to the next screen
 */
export function useBinding(query: Query) {
	const bridge = useBridge()
	const navigate = useNavigate()
	const [identity, setIdentity] = useState(readPendingIdentity)
	useEffect(() => void load().catch(() => {}), [])

	const goToSignIn = () => void navigate({ to: '/Login', search: query, replace: true })

	return {
		identity,
		goToSignIn,
		/** Where it goes on once it is bound. */
		continueTo: (to: BindDestination) => void navigate({ to, replace: true }),

		/** Goes on with what binding answered: the token of whoever it was bound to. */
		async finish<S extends string>(
			bound: Answered<string, S>,
		): Promise<Answered<BindDestination, S | IdentityMessageKey>> {
			return bound.ok ? (await load()).finishBinding(bound.value) : bound
		},

		/**
		 * Has the app say anew who somebody is. A shell may take any time over it, or never answer: the form stays as it is
		 * meanwhile.
		 */
		async requestIdentityAgain(form: Form): Promise<void> {
			if (!identity) return
			form.rest()
			const answer = await (await load()).renewIdentity(identity.provider, bridge)
			if (answer.ok) setIdentity(answer.value)
			else form.turnAway(answer.failure)
		},

		/** BIND-14: whoever goes back starts signing in from the beginning. */
		cancel() {
			clearPendingIdentity()
			forgetPerson()
			goToSignIn()
		},
	}
}
