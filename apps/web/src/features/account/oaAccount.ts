import { type Call, challengeRefusals, type InputOf, type messenger, type OutputOf, type RefusalOf } from '@parley/api'
import type { Result } from '@parley/core'
import type { CallApi, CallOptions, RefusalTable } from '../../api/index.ts'
import { type ErrorEntry, type FormError, formErrorOf } from '../../forms/index.ts'
import { m } from '../../locales/index.ts'

/** The values of a form with an OA account. */
export interface OaValues {
	name: string
	password: string
}
export type OaField = keyof OaValues

/** Both fields have to be filled (BIND-02). */
export const isOaFilled = ({ name, password }: OaValues): boolean => name !== '' && password !== ''

type ChallengeRefusal = keyof typeof challengeRefusals

/** The output of a call, why it was refused, or that the slider has to be solved first (LOGIN-36). */
export type OaResult<T> = Result<T, FormError<OaField> | 'challenge'>

/** An error for every refusal of a call but those that ask for the slider. */
export type OaRefusalTable<C extends Call> = Readonly<
	Record<Exclude<RefusalOf<C>, ChallengeRefusal>, ErrorEntry<OaField>>
>

/** UNBIND-10 to UNBIND-12; the same for a forgotten password. */
export const oaRefusals: OaRefusalTable<typeof messenger.proveOa> = {
	invalidUser: { message: m.account_error_oaUnknown, field: 'name', remedy: 'byPhone' },
	wrongPassword: { message: m.account_error_oaWrongPassword, field: 'password' },
	tooManyAttempts: { message: m.account_error_oaTooMany, remedy: 'byPhone' },
}

/** Sends a form with an OA account. */
export async function callWithOa<C extends Call>(
	callApi: CallApi,
	call: C,
	input: InputOf<C>,
	refusals: OaRefusalTable<C>,
	options?: CallOptions,
): Promise<OaResult<OutputOf<C>>> {
	const result = await callApi(call, input, { quiet: true, handles401: true, handlesChallenge: true, ...options })
	if (result.ok) return result
	if (result.failure.refusal in challengeRefusals) return { ok: false, failure: 'challenge' }
	return { ok: false, failure: formErrorOf(result.failure, refusals as RefusalTable<C, ErrorEntry<OaField>>) }
}
