import { account } from '@parley/api'
import { cleanText, ok } from '@parley/core'
import type { ApiFailure, CallApi } from '../../api/index.ts'
import { isValidNewPassword } from './newPassword.ts'
import { type Answered, away, type CommonSaying, commonly, type TurnedAway, turnAway } from './turnedAway.ts'

export interface ProfileForm {
	name: string
	password: string
}

export type ProfileSaying = CommonSaying | 'noName' | 'formatError' | 'alreadyRegistered' | 'tokenExpired'

/** Whose profile it is: of an account that is being made, of whoever is signed in, of nobody. */
export type ProfileOwner = 'newcomer' | 'signed-in' | 'nobody'

export const getProfileOwner = (token: string | undefined, accessToken: string | undefined): ProfileOwner =>
	token ? 'newcomer' : accessToken ? 'signed-in' : 'nobody'

export interface ProfileOutside {
	ask: CallApi
	seal(password: string): Promise<string>
	/** User names the page knows the password must differ from, besides the name of the form (OP-041). */
	userNames: readonly string[]
}

/** What is wrong with the form itself (REG-06 to REG-11). */
export function profileFault(form: ProfileForm, userNames: readonly string[]): TurnedAway<ProfileSaying> | undefined {
	const name = cleanText(form.name)
	if (name === '') return away('noName', 'none', { field: 'name' })
	if (isValidNewPassword(form.password, [name, ...userNames])) return undefined
	return away('formatError', 'none', { field: 'password' })
}

/** Name and password of the new account, or without a token of whoever is signed in (REG-12). */
export async function completeProfile(
	form: ProfileForm,
	token: string | undefined,
	{ ask, seal, userNames }: ProfileOutside,
): Promise<Answered<undefined, ProfileSaying>> {
	const fault = profileFault(form, userNames)
	if (fault) return { ok: false, failure: fault }
	const answer = await ask(
		account.completeProfile,
		{
			name: cleanText(form.name),
			sealedPassword: await seal(form.password),
			sealedAgain: await seal(form.password),
			...(token && { token }),
		},
		{ quiet: true, handles401: true },
	)
	return answer.ok ? ok(undefined) : { ok: false, failure: profileRefused(answer.failure) }
}

export function profileRefused(failure: ApiFailure<typeof account.completeProfile>): TurnedAway<ProfileSaying> {
	switch (failure.refusal) {
		case 'formatError':
			return away('formatError', 'none', { field: 'password' })
		case 'alreadyRegistered':
			return away('alreadyRegistered', 'sign-in')
		case 'tokenExpired':
			return away('tokenExpired', 'start-over')
		default:
			return commonly(failure as ApiFailure)
	}
}

/** What follows a completed profile of somebody signed in: a new token, then on as after any sign-in (REG-16). */
export async function continueSignedIn<T>(outside: {
	renew(): Promise<{ ok: true; value: { token: string } } | { ok: false; failure: ApiFailure }>
	finish(token: string): Promise<{ at: 'through'; to: T } | { at: 'turned-away'; says: 'network' | 'loginError' }>
}): Promise<Answered<T, ProfileSaying>> {
	const renewed = await outside.renew()
	if (!renewed.ok) return { ok: false, failure: commonly(renewed.failure) }
	const finished = await outside.finish(renewed.value.token)
	if (finished.at === 'through') return ok(finished.to)
	return finished.says === 'network' ? turnAway('unreachable') : turnAway('signedOut', 'sign-in')
}
