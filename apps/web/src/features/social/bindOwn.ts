import { ok } from '@parley/core'
import type { ApiFailure, CallApi } from '../../api/index.ts'
import { type Answered, away, type CommonSaying } from '../account/index.ts'
import { orBindFailed, quietOptions } from './binding.ts'
import { providerCalls } from './calls.ts'
import type { Identity } from './identity.ts'

export type BindToCurrentUserMessageKey = CommonSaying | 'proofInvalid' | 'bindFailed' | 'bindAlready'

/** Binds the messenger to whoever is signed in (BIND-29). */
export async function bindToCurrentUser(
	{ proof }: Identity,
	ask: CallApi,
): Promise<Answered<undefined, BindToCurrentUserMessageKey>> {
	const answer = await ask(providerCalls.messenger.bindOwn, { proof }, quietOptions)
	if (answer.ok) return ok(undefined)
	switch (answer.failure.refusal) {
		case 'alreadyBound':
			return { ok: false, failure: away('bindAlready') }
		case 'proofInvalid':
			return { ok: false, failure: away('proofInvalid', 'app-again') }
		default:
			return { ok: false, failure: orBindFailed(answer.failure as ApiFailure) }
	}
}
