import type { messenger } from '@parley/api'
import type { ApiFailure, CallApi } from '../../api/index.ts'
import {
	away,
	type CommonSaying,
	type OaAnswered,
	type OaForm,
	type TurnedAway,
	wantsChallenge,
} from '../account/index.ts'
import { orBindFailed, quietOptions } from './binding.ts'
import { providerCalls } from './calls.ts'
import type { Identity } from './identity.ts'

export type BindOaMessageKey =
	| CommonSaying
	| 'proofInvalid'
	| 'bindTooMany'
	| 'bindFailed'
	| 'bindAlready'
	| 'oaUnknown'
	| 'oaLoginError'

type Calls = typeof messenger

/** Binds an identity to an OA account; answers the access token (BIND-06, BIND-08). */
export async function bindByOa(
	{ provider, proof }: Identity,
	form: OaForm,
	captcha: string,
	{ ask, seal }: { ask: CallApi; seal(password: string): Promise<string> },
): Promise<OaAnswered<string, BindOaMessageKey>> {
	const input = { name: form.name, sealedPassword: await seal(form.password), captcha, proof, staySignedIn: true }
	const answer = await ask(providerCalls[provider].bindOa, input, quietOptions)
	if (answer.ok) return { at: 'done', value: answer.value.token }
	if (wantsChallenge(answer.failure)) return { at: 'challenge' }
	return { at: 'turned-away', why: bindOaRefused(answer.failure) }
}

/** BIND-23 to BIND-27 */
export function bindOaRefused(failure: ApiFailure<Calls['bindOa']>): TurnedAway<BindOaMessageKey> {
	switch (failure.refusal) {
		case 'invalidUser':
			return away('oaUnknown', 'none', { field: 'name' })
		case 'wrongPassword':
			return away('oaLoginError', 'none', { field: 'password' })
		case 'tooManyAttempts':
			return away('bindTooMany')
		case 'alreadyBound':
			return away('bindAlready', 'by-phone')
		case 'bindFailed':
			return away('bindFailed', 'by-phone')
		case 'proofInvalid':
			return away('proofInvalid', 'app-again')
		default:
			return orBindFailed(failure as ApiFailure)
	}
}
