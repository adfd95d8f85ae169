import { ok, type Result } from '@parley/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useBridge } from '../../../bridge/index.ts'
import { createFormError, type FormError, networkError } from '../../../forms/index.ts'
import { m } from '../../../locales/index.ts'
import { toast } from '../../../ui/index.ts'
import type { ForwardedSearch } from '../../account/index.ts'
import { completeSignInWithToken, refreshSession, signOutLocally } from '../../session/index.ts'
import {
	clearPendingIdentity,
	identityErrors,
	readPendingIdentity,
	requestIdentity,
	savePendingIdentity,
} from '../identity.ts'

/** The screen that follows a binding: the start, or first the profile. */
export type BindDestination = '/' | '/perfectInfo'

interface Form {
	clearError(): void
	setError(error: FormError<never>): void
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
		continueTo: (to: BindDestination) => navigate({ to, replace: true }),

		/** Starts the session of the access token that binding returned. */
		finish: async <E>(bound: Result<string, E>): Promise<Result<BindDestination, E | FormError<never>>> =>
			bound.ok ? startSession(bound.value) : bound,

		/** Requests the identity again after its proof expired. The form stays usable, since a shell may never answer. */
		async requestIdentityAgain(form: Form): Promise<void> {
			if (!identity) return
			form.clearError()
			const answer = await requestIdentity(identity.provider, bridge)
			if (!answer.ok) {
				const key = answer.failure === 'cancelled' ? 'proofInvalid' : 'noIdentity'
				return form.setError(createFormError(key, identityErrors[key]))
			}
			savePendingIdentity(answer.value)
			toast.show(m.social_identity_renewed(), { tone: 'ok' })
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
async function startSession(token: string): Promise<Result<BindDestination, FormError<never>>> {
	const finished = await completeSignInWithToken(token, {})
	if (!finished.ok) {
		const error: FormError<never> =
			finished.failure === 'network' ? networkError() : createFormError<never>('noPerson', identityErrors.noPerson)
		return { ok: false, failure: { ...error, remedy: 'signIn' } }
	}
	clearPendingIdentity()
	if (finished.value.to === '/perfectInfo') return ok('/perfectInfo')
	await refreshSession()
	toast.show(m.social_bind_done(), { tone: 'ok' })
	return ok('/')
}
