import { account } from '@parley/api'
import { cleanText, ok, type Result } from '@parley/core'
import * as v from 'valibot'
import type { ApiFailure, CallApi, RefusalTable } from '../../api/index.ts'
import {
	callForForm,
	createFormError,
	type ErrorEntry,
	type FormError,
	formErrorOf,
	networkError,
} from '../../forms/index.ts'
import { m } from '../../locales/index.ts'
import { isValidNewPassword } from './newPassword.ts'

export interface ProfileValues {
	name: string
	password: string
}

/** The owner of the profile: a new account, the signed-in person, or no one; or it is already complete. */
export type ProfileOwner = 'newcomer' | 'signed-in' | 'complete' | 'nobody'

export function getProfileOwner(
	token: string | undefined,
	accessToken: string | undefined,
	isComplete: boolean,
): ProfileOwner {
	if (token) return 'newcomer'
	if (!accessToken) return 'nobody'
	return isComplete ? 'complete' : 'signed-in'
}

/**
 * REG-06 to REG-11
 * @param userNames what the password must differ from, besides the name (OP-041)
 */
export const profileSchema = (userNames: readonly string[]) =>
	v.pipe(
		v.object({
			name: v.pipe(v.string(), v.transform(cleanText), v.nonEmpty(m.account_error_noName)),
			password: v.string(),
		}),
		v.forward(
			v.check(({ name, password }) => isValidNewPassword(password, [name, ...userNames]), m.formatError),
			['password'],
		),
	)

const refusals: RefusalTable<typeof account.completeProfile, ErrorEntry<'password'>> = {
	formatError: { message: m.formatError, field: 'password' },
	alreadyRegistered: { message: m.account_error_takenMeanwhile, remedy: 'signIn' },
	tokenExpired: { message: m.account_error_tokenExpired, remedy: 'startOver' },
}

export interface CompleteProfileDeps {
	callApi: CallApi
	encryptPassword(password: string): Promise<string>
}

/**
 * Sends name and password (REG-12).
 * @param token of a new account; without one it is the profile of the person who is signed in
 */
export async function completeProfile(
	{ name, password }: ProfileValues,
	token: string | undefined,
	{ callApi, encryptPassword }: CompleteProfileDeps,
) {
	const input = {
		name,
		encryptedPassword: await encryptPassword(password),
		encryptedConfirmation: await encryptPassword(password),
		...(token && { token }),
	}
	return callForForm(callApi, account.completeProfile, input, refusals)
}

export interface ContinueSignedInDeps<T> {
	renewToken(): Promise<Result<{ token: string }, ApiFailure>>
	completeSignIn(token: string): Promise<Result<T, 'network' | 'loginError'>>
}

/** After the profile of a signed-in person: a new token, then the same as after any sign-in (REG-16). */
export async function continueSignedIn<T>(deps: ContinueSignedInDeps<T>): Promise<Result<T, FormError<never>>> {
	const renewed = await deps.renewToken()
	if (!renewed.ok) return { ok: false, failure: formErrorOf(renewed.failure, {}) }
	const signedIn = await deps.completeSignIn(renewed.value.token)
	if (signedIn.ok) return ok(signedIn.value)
	if (signedIn.failure === 'network') return { ok: false, failure: networkError() }
	return { ok: false, failure: createFormError('signedOut', { message: m.account_error_signedOut, remedy: 'signIn' }) }
}
