import { session } from '@parley/api'
import { isUserName, limits, loginPasswordWhileTyping, userNameWhileTyping } from '@parley/core'
import { type ApiFailure, type GeneralRefusal, type RefusalTable, valueOfFailure } from '../../api/index.ts'
import { m } from '../../locales/index.ts'
import { type CompleteSignInDeps, completeSignIn, type SignInOutcome } from './completeSignIn.ts'
import type { SignInDestination, SignInSearch } from './destination.ts'

export interface SignInFormValues {
	name: string
	password: string
	agreed: boolean
}

/** LOGIN-12 */
export const emptySignInForm: SignInFormValues = { name: '', password: '', agreed: false }

/**
 * The form after the name changed: characters a name cannot have are removed (LOGIN-07, LOGIN-08), and with fewer than
 * four characters the password too (LOGIN-10).
 */
export function setName(form: SignInFormValues, typed: string): SignInFormValues {
	const name = userNameWhileTyping(typed)
	const changed = name !== form.name
	const password = changed && name.length < limits.userNameKeepsPasswordFrom ? '' : form.password
	return { ...form, name, password }
}

/** The form after the password changed: no whitespace, at most twenty characters (LOGIN-13, LOGIN-14). */
export const setPassword = (form: SignInFormValues, typed: string): SignInFormValues => ({
	...form,
	password: loginPasswordWhileTyping(typed),
})

/** LOGIN-17 */
export const isFilled = ({ name, password }: Pick<SignInFormValues, 'name' | 'password'>): boolean =>
	name !== '' && password !== ''

const messages = {
	invalidUser: m.login_invalid_user,
	readProtocol: m.login_read_protocol,
	invalidCredentials: m.login_invalid_credentials,
	invalidPassword: m.login_invalid_password,
	accountDisabled: m.login_account_disabled,
	loginError: m.login_error,
	network: m.login_network,
}
export type SignInMessageKey = keyof typeof messages | 'tooMany'

export const signInMessage = (key: SignInMessageKey, retryAfterMs?: number): string =>
	key === 'tooMany' ? tooManyMessage(retryAfterMs) : messages[key]()

export function tooManyMessage(retryAfterMs: number | undefined): string {
	if (!retryAfterMs) return m.login_too_many()
	return m.login_too_many_minutes({ minutes: Math.ceil(retryAfterMs / 60_000) })
}

export type SignInState<K = SignInMessageKey> =
	| { status: 'idle' }
	| { status: 'submitting' }
	/** The slider has to be solved first (LOGIN-36). */
	| { status: 'challenge' }
	| { status: 'failed'; messageKey: K; retryAfterMs?: number | undefined }
	| { status: 'done'; destination: SignInDestination }

export interface SignInDeps extends CompleteSignInDeps {
	/** Rejects where the cipher cannot be loaded. */
	encryptPassword(password: string): string | Promise<string>
}

/** LOGIN-09, LOGIN-11 */
export function getSignInFormError({ name, agreed }: SignInFormValues): SignInMessageKey | undefined {
	if (!isUserName(name)) return 'invalidUser'
	return agreed ? undefined : 'readProtocol'
}

/**
 * Signs in by account name and password.
 * @param captcha the pass of a solved challenge, or nothing (OP-022)
 */
export async function signIn(
	form: SignInFormValues,
	search: SignInSearch,
	deps: SignInDeps,
	captcha = '',
): Promise<SignInState> {
	const formError = getSignInFormError(form)
	if (formError) return { status: 'failed', messageKey: formError }

	const encryptedPassword = await tryToEncrypt(form.password, deps)
	if (encryptedPassword === undefined) return { status: 'failed', messageKey: 'network' }
	const login = await deps.callApi(
		session.login,
		{ name: form.name, encryptedPassword, captcha, staySignedIn: true },
		{ handlesChallenge: true },
	)
	if (!login.ok) return toFailedState(login.failure, form.name)
	return toSignInState(await completeSignIn(login.value.token, search, deps))
}

async function tryToEncrypt(password: string, { encryptPassword }: SignInDeps): Promise<string | undefined> {
	try {
		return await encryptPassword(password)
	} catch {
		return undefined
	}
}

export const toSignInState = (outcome: SignInOutcome): SignInState<'network' | 'loginError'> =>
	outcome.ok ? { status: 'done', destination: outcome.value } : { status: 'failed', messageKey: outcome.failure }

function toFailedState(failure: ApiFailure<typeof session.login>, name: string): SignInState {
	const messageKey = getSignInMessageKey(failure, name)
	if (messageKey === 'challenge') return { status: 'challenge' }
	const { retryAfterMs } = failure
	return { status: 'failed', messageKey, ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

/** By the code in the body, whatever the status (LOGIN-39 to LOGIN-45, OP-010). */
export function getSignInMessageKey(
	failure: Pick<ApiFailure<typeof session.login>, 'refusal'>,
	name: string,
): SignInMessageKey | 'challenge' {
	const anyOther = /^\d+$/.test(name) ? 'loginError' : 'invalidPassword'
	const refusals: RefusalTable<typeof session.login, SignInMessageKey | 'challenge', GeneralRefusal> = {
		invalidCredentials: 'invalidCredentials',
		invalidPassword: 'invalidPassword',
		accountDisabled: 'accountDisabled',
		tooManyAttempts: 'tooMany',
		tooMany: 'tooMany',
		challengeNeeded: 'challenge',
		challengeFailed: 'challenge',
		challengeExpired: 'challenge',
		broken: 'loginError',
		signedOut: anyOther,
		forbidden: anyOther,
		missing: anyOther,
		staleToken: anyOther,
		invalidInput: anyOther,
		phoneNeeded: anyOther,
		profileNeeded: anyOther,
		unknown: anyOther,
	}
	return valueOfFailure<typeof session.login, SignInMessageKey | 'challenge'>(failure, refusals, 'network')
}
