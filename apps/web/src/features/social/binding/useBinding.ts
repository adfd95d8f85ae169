import { ok } from '@parley/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useBridge } from '../../../bridge/index.ts'
import { m } from '../../../locales/index.ts'
import { toast } from '../../../ui/index.ts'
import { type Answered, away, type ForwardedSearch, type TurnedAway } from '../../account/index.ts'
import { completeSignInWithToken, refreshSession, signOutLocally } from '../../session/index.ts'
import {
	clearPendingIdentity,
	type IdentityMessageKey,
	readPendingIdentity,
	requestIdentity,
	savePendingIdentity,
} from '../identity.ts'

/** The screen that follows a binding: the start, or first the profile. */
export type BindDestination = '/' | '/perfectInfo'

interface Form {
	rest(): void
	turnAway(why: TurnedAway<IdentityMessageKey>): void
}

/**
 * The pending identity, and the navigation of a screen that binds it.
 * @param query passed on to the next screen
 */
export function useBinding(query: ForwardedSearch) {
	const bridge = useBridge()
	const navigate = useNavigate()
	const [identity, setIdentity] = useState(readPendingIdentity)

	const goToSignIn = () => void navigate({ to: '/Login', search: query, replace: true })

	return {
		identity,
		goToSignIn,
		continueTo: (to: BindDestination) => void navigate({ to, replace: true }),

		/** Starts the session of the access token that binding returned. */
		async finish<S extends string>(
			bound: Answered<string, S>,
		): Promise<Answered<BindDestination, S | IdentityMessageKey>> {
			return bound.ok ? startSession(bound.value) : bound
		},

		/** Requests the identity again after its proof expired. The form stays usable, since a shell may never answer. */
		async requestIdentityAgain(form: Form): Promise<void> {
			if (!identity) return
			form.rest()
			const answer = await requestIdentity(identity.provider, bridge)
			if (!answer.ok) {
				return form.turnAway(answer.failure === 'cancelled' ? away('proofInvalid', 'app-again') : away('noIdentity'))
			}
			savePendingIdentity(answer.value)
			toast.show(m.social_again_done(), { tone: 'ok' })
			setIdentity(answer.value)
		},

		/** Drops the identity: signing in starts from the beginning (BIND-14). */
		cancel() {
			clearPendingIdentity()
			signOutLocally()
			goToSignIn()
		},
	}
}

/** Stores the token, fetches the person and refreshes the session (BIND-11 to BIND-13). */
async function startSession(token: string): Promise<Answered<BindDestination, IdentityMessageKey>> {
	const finished = await completeSignInWithToken(token, {})
	if (finished.at === 'turned-away') {
		return { ok: false, failure: away(finished.says === 'network' ? 'unreachable' : 'noPerson', 'sign-in') }
	}
	clearPendingIdentity()
	if (finished.to.to === '/perfectInfo') return ok('/perfectInfo')
	await refreshSession()
	toast.show(m.social_bind_done(), { tone: 'ok' })
	return ok('/')
}
