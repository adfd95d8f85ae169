import { personal, personalAction, type User } from '@parley/api'
import { ok } from '@parley/core'
import type { ApiFailure, CallApi } from '../../api/index.ts'
import {
	type Answered,
	away,
	type CommonSaying,
	commonly,
	isValidNewPassword,
	type TurnedAway,
} from '../account/index.ts'

export interface PasswordChange {
	current: string
	password: string
	again: string
}

export const nothingTyped: PasswordChange = { current: '', password: '', again: '' }

export type PasswordSaying = CommonSaying | 'formatError' | 'userName' | 'mismatch' | 'wrongPassword'

/** What a new password must not be equal to (OP-041). */
export const ownNames = ({ name, displayName, mobile }: Pick<User, 'name' | 'displayName' | 'mobile'>): string[] =>
	[name, displayName, mobile].filter(own => own !== undefined && own !== '') as string[]

/** All three are needed (PERS-21). */
export const isTyped = ({ current, password, again }: PasswordChange): boolean =>
	current !== '' && password !== '' && again !== ''

/** What is wrong with the change itself (PERS-22 to PERS-25, PERS-28). */
export function passwordFault(
	{ password, again }: PasswordChange,
	user: Pick<User, 'name' | 'displayName' | 'mobile'>,
): TurnedAway<PasswordSaying> | undefined {
	const atPassword = { field: 'password' } as const
	if (password.toLowerCase() === user.name.toLowerCase()) return away('userName', 'none', atPassword)
	if (!isValidNewPassword(password, ownNames(user))) return away('formatError', 'none', atPassword)
	return password === again ? undefined : away('mismatch', 'none', { field: 'again' })
}

/** A new password for whoever knows the old one (API-22). */
export async function changePassword(
	form: PasswordChange,
	user: Pick<User, 'id' | 'name' | 'displayName' | 'mobile'>,
	{ ask, seal }: { ask: CallApi; seal(password: string): Promise<string> },
): Promise<Answered<undefined, PasswordSaying>> {
	const fault = passwordFault(form, user)
	if (fault) return { ok: false, failure: fault }
	const [encryptedCurrentPassword, encryptedPassword, encryptedConfirmation] = await Promise.all([
		seal(form.current),
		seal(form.password),
		seal(form.again),
	])
	const change = {
		id: user.id,
		action: personalAction.password,
		encryptedCurrentPassword,
		encryptedPassword,
		encryptedConfirmation,
	}
	const answer = await ask(personal.change, change, { quiet: true, handles401: true })
	return answer.ok ? ok(undefined) : { ok: false, failure: passwordRefused(answer.failure) }
}

function passwordRefused(failure: ApiFailure<typeof personal.change>): TurnedAway<PasswordSaying> {
	const { retryAfterMs } = failure
	switch (failure.refusal) {
		case 'wrongPassword':
			return away('wrongPassword', 'none', { field: 'current' })
		case 'passwordRule':
			return away('formatError', 'none', { field: 'password' })
		case 'tooManyAttempts':
			return away('tooMany', 'none', retryAfterMs === undefined ? {} : { retryAfterS: Math.ceil(retryAfterMs / 1000) })
		default:
			return commonly(failure as ApiFailure)
	}
}
