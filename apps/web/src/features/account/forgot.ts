import { account } from '@parley/api'
import { ok } from '@parley/core'
import type { ApiFailure, CallApi } from '../../api/index.ts'
import type { MobileCodeValues, MobileNumber } from '../verification/index.ts'
import { isValidNewPassword } from './newPassword.ts'
import { type Answered, away, type CommonSaying, commonly, type TurnedAway } from './turnedAway.ts'

export type ForgotSaying =
	| CommonSaying
	| 'inconsistent'
	| 'wrongCode'
	| 'codeExpired'
	| 'mobileInvalid'
	| 'incompleteProfile'
	| 'notRegistered'

/** The number has to be the one the screen was opened with, where it was opened with one (SMS-09). */
export const isOther = (given: MobileNumber, initial: MobileNumber | undefined): boolean =>
	initial !== undefined && (given.mobile !== initial.mobile || given.areaCode !== initial.areaCode)

/** Proves the number; the token is for the new password (FORGOT-01, FORGOT-02). */
export async function verifyResetCode(
	form: MobileCodeValues,
	initial: MobileNumber | undefined,
	ask: CallApi,
): Promise<Answered<string, ForgotSaying>> {
	if (isOther(form, initial)) return { ok: false, failure: away('inconsistent', 'none', { field: 'mobile' }) }
	const answer = await ask(account.checkForgotCode, { ...form, needToken: true }, { quiet: true, handles401: true })
	return answer.ok ? ok(answer.value) : { ok: false, failure: forgotRefused(answer.failure) }
}

export function forgotRefused(failure: ApiFailure<typeof account.checkForgotCode>): TurnedAway<ForgotSaying> {
	switch (failure.refusal) {
		case 'wrongCode':
		case 'codeExpired':
			return away(failure.refusal, 'none', { field: 'code' })
		case 'mobileInvalid':
			return away('mobileInvalid', 'none', { field: 'mobile' })
		case 'notRegistered':
			return away('notRegistered', 'register', { field: 'mobile' })
		case 'incompleteProfile':
			return away('incompleteProfile', 'sign-in')
		default:
			return commonly(failure as ApiFailure)
	}
}

export interface ResetForm {
	password: string
	again: string
}

export type ResetSaying = CommonSaying | 'formatError' | 'mismatch' | 'pageExpired'

/** FORGOT-11 */
export function resetFault({ password, again }: ResetForm): TurnedAway<ResetSaying> | undefined {
	if (!isValidNewPassword(password, [])) return away('formatError', 'none', { field: 'password' })
	return password === again ? undefined : away('mismatch', 'none', { field: 'again' })
}

/** Sets the new password (FORGOT-03). */
export async function resetPassword(
	form: ResetForm,
	token: string,
	{ ask, seal }: { ask: CallApi; seal(password: string): Promise<string> },
): Promise<Answered<undefined, ResetSaying>> {
	const fault = resetFault(form)
	if (fault) return { ok: false, failure: fault }
	const sealed = { token, sealedPassword: await seal(form.password), sealedAgain: await seal(form.again) }
	const answer = await ask(account.resetPassword, sealed, { quiet: true, handles401: true })
	return answer.ok ? ok(undefined) : { ok: false, failure: resetRefused(answer.failure) }
}

export function resetRefused(failure: ApiFailure<typeof account.resetPassword>): TurnedAway<ResetSaying> {
	switch (failure.refusal) {
		case 'pageExpired':
			return away('pageExpired', 'start-over')
		case 'passwordRule':
			return away('formatError', 'none', { field: 'password' })
		default:
			return commonly(failure as ApiFailure)
	}
}
