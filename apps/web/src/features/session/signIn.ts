import { session } from '@parley/api'
import { isUserName } from '@parley/core'
import type { ApiFailure } from '../../api/index.ts'
import { type CompleteSignInDeps, completeSignIn } from './completeSignIn.ts'
import type { SignInDestination, SignInSearch } from './destination.ts'

export interface SignInFormValues {
	name: string
	password: string
	agreed: boolean
}

/** What the screen has to say; it owns the words. */
export type SignInMessageKey =
	| 'invalidUser'
	| 'readProtocol'
	| 'invalidCredentials'
	| 'invalidPassword'
	| 'tooMany'
	| 'loginError'
	| 'network'

/** Where signing in stands. */
export type SignInState<S = SignInMessageKey> =
	| { at: 'form' }
	| { at: 'asking' }
	/** The slider has to be solved first (LOGIN-36). */
	| { at: 'challenge' }
	| { at: 'turned-away'; says: S; retryAfterMs?: number | undefined }
	| { at: 'through'; to: SignInDestination }

/** What signing in touches. */
export interface SignInDeps extends CompleteSignInDeps {
	/** Fails where what seals cannot be fetched. */
	encryptPassword(password: string): string | Promise<string>
}

/** What is wrong with the form itself, before anything is asked (LOGIN-09, LOGIN-11). */
export function getSignInFormError({ name, agreed }: SignInFormValues): SignInMessageKey | undefined {
	if (!isUserName(name)) return 'invalidUser'
	return agreed ? undefined : 'readProtocol'
}

/** The button works once both fields are filled (LOGIN-17). */
export const isFilled = ({ name, password }: Pick<SignInFormValues, 'name' | 'password'>): boolean =>
	name !== '' && password !== ''

/**
 * Signs in by account name and password, from the form to the screen that follows.
 * @param captcha the pass of a solved challenge, or nothing (OP-022)
 */
export async function signIn(
	form: SignInFormValues,
	arrival: SignInSearch,
	outside: SignInDeps,
	captcha = '',
): Promise<SignInState> {
	const fault = getSignInFormError(form)
	if (fault) return { at: 'turned-away', says: fault }

	const sealedPassword = await sealed(form.password, outside)
	if (sealedPassword === undefined) return { at: 'turned-away', says: 'network' }
	const login = await outside.callApi(session.login, {
		name: form.name,
		sealedPassword,
		captcha,
		staySignedIn: true,
	})
	if (!login.ok) return turnedAway(login.failure, form.name)
	return completeSignIn(login.value.token, arrival, outside)
}

async function sealed(password: string, { encryptPassword }: SignInDeps): Promise<string | undefined> {
	try {
		return await encryptPassword(password)
	} catch {
		return undefined
	}
}

const challengeRefusals: readonly string[] = ['challengeNeeded', 'challengeFailed', 'challengeExpired']

function turnedAway(failure: ApiFailure<typeof session.login>, name: string): SignInState {
	if (challengeRefusals.includes(failure.refusal)) return { at: 'challenge' }
	const { retryAfterMs } = failure
	return {
		at: 'turned-away',
		says: getSignInMessageKey(failure, name),
		...(retryAfterMs !== undefined && { retryAfterMs }),
	}
}

/** The words for a refused sign-in go by the code in the body, whatever the status (LOGIN-39 to LOGIN-45, OP-010). */
export function getSignInMessageKey(failure: ApiFailure<typeof session.login>, name: string): SignInMessageKey {
	switch (failure.refusal) {
		case 'invalidCredentials':
		case 'invalidPassword':
			return failure.refusal
		case 'tooManyAttempts':
		case 'tooMany':
			return 'tooMany'
		case 'offline':
		case 'timeout':
		case 'cancelled':
			return 'network'
		case 'broken':
			return 'loginError'
		default:
			return /^\d+$/.test(name) ? 'loginError' : 'invalidPassword'
	}
}
