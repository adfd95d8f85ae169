import { account } from '@parley/api'
import * as v from 'valibot'
import type { CallApi, RefusalTable } from '../../api/index.ts'
import { callForForm, challengeErrors, createFormError, type ErrorEntry } from '../../forms/index.ts'
import { m } from '../../locales/index.ts'
import { type MobileCodeValues, type MobileNumber, mobileMessage } from '../verification/index.ts'
import { isValidNewPassword } from './newPassword.ts'

/** The number has to be the one the screen was opened with, where it was opened with one (SMS-09). */
const isOtherNumber = (given: MobileNumber, initial: MobileNumber | undefined): boolean =>
	initial !== undefined && (given.mobile !== initial.mobile || given.areaCode !== initial.areaCode)

export const notRegisteredError: ErrorEntry<'mobile'> = {
	message: () => mobileMessage('notRegistered'),
	field: 'mobile',
	remedy: 'register',
}

const codeRefusals: RefusalTable<typeof account.checkForgotCode, ErrorEntry<'mobile' | 'code'>> = {
	...challengeErrors,
	wrongCode: { message: m.account_error_wrongCode, field: 'code' },
	codeExpired: { message: m.account_error_codeExpired, field: 'code' },
	mobileInvalid: { message: () => mobileMessage('mobileInvalid'), field: 'mobile' },
	incompleteProfile: { message: m.account_error_incompleteProfile, remedy: 'signIn' },
	notRegistered: notRegisteredError,
}

/** Verifies the number of a person who forgot their password; the token it gives is for the new one (FORGOT-01, FORGOT-02). */
export async function verifyResetCode(values: MobileCodeValues, initial: MobileNumber | undefined, callApi: CallApi) {
	if (isOtherNumber(values, initial)) {
		return {
			ok: false as const,
			failure: createFormError('inconsistent', { message: () => mobileMessage('inconsistent'), field: 'mobile' }),
		}
	}
	return callForForm(callApi, account.checkForgotCode, { ...values, needToken: true }, codeRefusals)
}

export interface PasswordResetValues {
	password: string
	again: string
}

/** FORGOT-11 */
export const passwordResetSchema = v.pipe(
	v.object({
		password: v.pipe(
			v.string(),
			v.check(password => isValidNewPassword(password, []), m.formatError),
		),
		again: v.string(),
	}),
	v.forward(
		v.check(({ password, again }) => password === again, m.account_error_mismatch),
		['again'],
	),
)

const resetRefusals: RefusalTable<typeof account.resetPassword, ErrorEntry<'password'>> = {
	pageExpired: { message: m.account_error_pageExpired, remedy: 'startOver' },
	passwordRule: { message: m.formatError, field: 'password' },
}

export interface NewPasswordDeps {
	callApi: CallApi
	encryptPassword(password: string): Promise<string>
}

/** A new password as it is sent, with the token that allows it. */
export async function newPasswordInput(
	{ password, again }: PasswordResetValues,
	token: string,
	{ encryptPassword }: Pick<NewPasswordDeps, 'encryptPassword'>,
) {
	return {
		token,
		encryptedPassword: await encryptPassword(password),
		encryptedConfirmation: await encryptPassword(again),
	}
}

/** Sets the new password (FORGOT-03). */
export async function resetPassword(values: PasswordResetValues, token: string, deps: NewPasswordDeps) {
	return callForForm(deps.callApi, account.resetPassword, await newPasswordInput(values, token, deps), resetRefusals)
}
