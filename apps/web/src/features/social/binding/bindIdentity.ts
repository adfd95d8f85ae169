import type { Call, InputOf, messenger, OutputOf } from '@parley/api'
import { ok, type Result } from '@parley/core'
import type { CallApi, GeneralRefusal, RefusalTable } from '../../../api/index.ts'
import { callForForm, challengeErrors, createFormError, type ErrorEntry, type FormError } from '../../../forms/index.ts'
import { m } from '../../../locales/index.ts'
import { callWithOa, type OaRefusalTable, type OaResult, type OaValues } from '../../account/index.ts'
import { type MobileCodeValues, type MobileNumber, mobileMessage } from '../../verification/index.ts'
import { identityErrors, type ProvenIdentity } from '../identity.ts'
import { type Provider, providerCalls } from '../provider.ts'

type Calls = typeof messenger
type MobileCodeField = 'mobile' | 'code'

const bindFailed: ErrorEntry<never> = { message: m.social_error_bindFailed }
const tooManyAttempts: ErrorEntry<never> = { message: m.social_error_bindTooMany }
const mobileInvalid: ErrorEntry<'mobile'> = { message: () => mobileMessage('mobileInvalid'), field: 'mobile' }

/** The general refusals that mean that binding failed; `unknown` is a code that the contract does not have (BIND-22). */
const meansBindFailed: Record<GeneralRefusal, boolean> = {
	signedOut: false,
	forbidden: true,
	missing: true,
	staleToken: false,
	invalidInput: true,
	tooMany: false,
	phoneNeeded: true,
	profileNeeded: true,
	broken: false,
	unknown: true,
}

const toBindError = <F extends string>(error: FormError<F>): FormError<F> =>
	meansBindFailed[error.type as GeneralRefusal] ? createFormError('bindFailed', bindFailed) : error

async function callToBind<C extends Call, F extends string>(
	callApi: CallApi,
	call: C,
	input: InputOf<C>,
	refusals: RefusalTable<C, ErrorEntry<F>>,
): Promise<Result<OutputOf<C>, FormError<F>>> {
	const result = await callForForm(callApi, call, input, refusals)
	return result.ok ? result : { ok: false, failure: toBindError(result.failure) }
}

const bindableRefusals: RefusalTable<Calls['isBindable'], ErrorEntry<'mobile'>> = {
	mobileInvalid,
	alreadyBound: { message: m.social_error_numberTaken, field: 'mobile', remedy: 'byOa' },
	notInCompany: { message: () => mobileMessage('notInCompany'), field: 'mobile' },
}

/** Checks that a number can be bound, before a code is sent to it (BIND-09, SOC-13); returns why not. */
export async function checkBindable(
	provider: Provider,
	{ areaCode, mobile }: MobileNumber,
	callApi: CallApi,
): Promise<FormError<'mobile'> | undefined> {
	const result = await callForForm(callApi, providerCalls[provider].isBindable, { areaCode, mobile }, bindableRefusals)
	return result.ok ? undefined : result.failure
}

/** BIND-17 to BIND-21 */
const bindMobileRefusals: RefusalTable<Calls['bindMobile'], ErrorEntry<MobileCodeField>> = {
	...challengeErrors,
	wrongCode: { message: m.account_error_wrongCode, field: 'code' },
	codeExpired: { message: m.account_error_codeExpired, field: 'code' },
	mobileInvalid,
	noDefaultCompany: { ...identityErrors.noDefaultCompany, remedy: 'byOa' },
	tooManyAttempts,
	bindFailed: { ...bindFailed, remedy: 'byOa' },
	proofInvalid: identityErrors.proofInvalid,
}

/** Binds an identity to the account of a number; returns the access token (BIND-05, BIND-07). */
export async function bindByMobile(
	{ provider, proof }: ProvenIdentity,
	{ areaCode, mobile, code }: MobileCodeValues,
	callApi: CallApi,
): Promise<Result<string, FormError<MobileCodeField>>> {
	// OP-130: in this call alone the number is prefixed with its area code.
	const input = { areaCode, mobile: areaCode + mobile, code, proof, staySignedIn: true }
	const result = await callToBind(callApi, providerCalls[provider].bindMobile, input, bindMobileRefusals)
	return result.ok ? ok(result.value.token) : result
}

/** BIND-23 to BIND-27 */
const bindOaRefusals: OaRefusalTable<Calls['bindOa']> = {
	invalidUser: { message: m.social_error_oaUnsupported, field: 'name' },
	wrongPassword: { message: m.social_error_oaLoginError, field: 'password' },
	tooManyAttempts,
	alreadyBound: { message: m.social_error_bindAlready, remedy: 'byPhone' },
	bindFailed: { ...bindFailed, remedy: 'byPhone' },
	proofInvalid: identityErrors.proofInvalid,
}

/** Binds an identity to an OA account; returns the access token (BIND-06, BIND-08). */
export async function bindByOa(
	{ provider, proof }: ProvenIdentity,
	{ name, password }: OaValues,
	captcha: string,
	{ callApi, encryptPassword }: { callApi: CallApi; encryptPassword(password: string): Promise<string> },
): Promise<OaResult<string>> {
	const input = { name, encryptedPassword: await encryptPassword(password), captcha, proof, staySignedIn: true }
	const result = await callWithOa(callApi, providerCalls[provider].bindOa, input, bindOaRefusals)
	if (result.ok) return ok(result.value.token)
	return result.failure === 'challenge' ? result : { ok: false, failure: toBindError(result.failure) }
}

const bindOwnRefusals: RefusalTable<Calls['bindOwn'], ErrorEntry<never>> = {
	alreadyBound: { message: m.social_error_bindAlready },
	proofInvalid: identityErrors.proofInvalid,
}

/** Binds a messenger identity to the signed-in person (BIND-29). */
export const bindToCurrentUser = ({ proof }: ProvenIdentity, callApi: CallApi) =>
	callToBind(callApi, providerCalls.messenger.bindOwn, { proof }, bindOwnRefusals)
