import type { messenger } from '@parley/api'
import { ok, type Result } from '@parley/core'
import type { CallApi, RefusalTable } from '../../../api/index.ts'
import { callForForm, challengeErrors, type ErrorEntry, type FormError } from '../../../forms/index.ts'
import { m } from '../../../locales/index.ts'
import { callWithOa, type OaResult, type OaValues, oaRefusals } from '../../account/index.ts'
import { type MobileCodeValues, mobileMessage } from '../../verification/index.ts'
import { type Provider, providerCalls } from '../provider.ts'

type Calls = typeof messenger

/** UNBIND-06 to UNBIND-09 */
const mobileRefusals: RefusalTable<Calls['proveMobile'], ErrorEntry<'mobile' | 'code'>> = {
	...challengeErrors,
	wrongCode: { message: m.account_error_wrongCode, field: 'code' },
	pageExpired: { message: m.social_error_unbindExpired, field: 'code' },
	mobileInvalid: { message: () => mobileMessage('mobileInvalid'), field: 'mobile' },
	invalid: { message: m.social_error_unbindInvalid, remedy: 'byOa' },
}

/** Verifies the number of the signed-in person; returns the proof token that unbinding needs (UNBIND-02). */
export async function verifyByMobile(
	provider: Provider,
	values: MobileCodeValues,
	callApi: CallApi,
): Promise<Result<string, FormError<'mobile' | 'code'>>> {
	const result = await callForForm(callApi, providerCalls[provider].proveMobile, values, mobileRefusals)
	// OP-037: a server that returns no token is sent an empty one.
	return result.ok ? ok(result.value.token ?? '') : result
}

export interface VerifyByOaDeps {
	callApi: CallApi
	encryptPassword(password: string): Promise<string>
	/** Sends the call without the stored session. */
	isAnonymous: boolean
}

/**
 * Verifies an OA account by its password; returns the proof token. For the signed-in person it allows to unbind
 * (UNBIND-03), for an anonymous caller to set a new password (OP-038).
 */
export async function verifyByOa(
	provider: Provider,
	{ name, password }: OaValues,
	captcha: string,
	{ callApi, encryptPassword, isAnonymous }: VerifyByOaDeps,
): Promise<OaResult<string>> {
	const input = { name, encryptedPassword: await encryptPassword(password), captcha }
	const options = { unauth: isAnonymous }
	const result = await callWithOa(callApi, providerCalls[provider].proveOa, input, oaRefusals, options)
	return result.ok ? ok(result.value.token ?? '') : result
}

const unbindRefusals: RefusalTable<Calls['unbind'], ErrorEntry<never>> = {
	pageExpired: { message: m.social_error_unbindExpired },
}

/** Unbinds an identity with a proof token (UNBIND-04). */
export const unbindIdentity = (provider: Provider, token: string, callApi: CallApi) =>
	callForForm(callApi, providerCalls[provider].unbind, { token }, unbindRefusals)
