import { session } from '@parley/api'
import { isUserName } from '@parley/core'
import type { ApiFailure } from '../../api/index.ts'
import type { Arrival, Destination } from './arrival.ts'
import { type FinishOutside, finishSignIn } from './finish.ts'

export interface AccountForm {
	name: string
	password: string
	agreed: boolean
}

/** What the screen has to say; it owns the words. */
export type Saying =
	| 'invalidUser'
	| 'readProtocol'
	| 'invalidCredentials'
	| 'invalidPassword'
	| 'tooMany'
	| 'loginError'
	| 'network'

/** Where signing in stands. */
export type SignIn<S = Saying> =
	| { at: 'form' }
	| { at: 'asking' }
	/** The slider has to be solved first (LOGIN-36). */
	| { at: 'challenge' }
	| { at: 'turned-away'; says: S; retryAfterMs?: number | undefined }
	| { at: 'through'; to: Destination }

/** What signing in touches. */
export interface SignInOutside extends FinishOutside {
	/** Fails where what seals cannot be fetched. */
	seal(password: string): string | Promise<string>
}

/** What is wrong with the form itself, before anything is asked (LOGIN-09, LOGIN-11). */
export function faultOf({ name, agreed }: AccountForm): Saying | undefined {
	if (!isUserName(name)) return 'invalidUser'
	return agreed ? undefined : 'readProtocol'
}

/** The button works once both fields are filled (LOGIN-17). */
export const isFilled = ({ name, password }: Pick<AccountForm, 'name' | 'password'>): boolean =>
	name !== '' && password !== ''

/**
 * Signs in by account name and password, from the form to the screen that follows.
 * @param captcha the pass of a solved challenge, or nothing (OP-022)
 */
export async function signIn(
	form: AccountForm,
	arrival: Arrival,
	outside: SignInOutside,
	captcha = '',
): Promise<SignIn> {
	const fault = faultOf(form)
	if (fault) return { at: 'turned-away', says: fault }

	const sealedPassword = await sealed(form.password, outside)
	if (sealedPassword === undefined) return { at: 'turned-away', says: 'network' }
	const login = await outside.ask(session.login, {
		name: form.name,
		sealedPassword,
		captcha,
		staySignedIn: true,
	})
	if (!login.ok) return turnedAway(login.failure, form.name)
	return finishSignIn(login.value.token, arrival, outside)
}

async function sealed(password: string, { seal }: SignInOutside): Promise<string | undefined> {
	try {
		return await seal(password)
	} catch {
		return undefined
	}
}

const challengeRefusals: readonly string[] = ['challengeNeeded', 'challengeFailed', 'challengeExpired']

function turnedAway(failure: ApiFailure<typeof session.login>, name: string): SignIn {
	if (challengeRefusals.includes(failure.refusal)) return { at: 'challenge' }
	const { retryAfterMs } = failure
	return { at: 'turned-away', says: sayingOf(failure, name), ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

/** The words for a refused sign-in go by the code in the body, whatever the status (LOGIN-39 to LOGIN-45, OP-010). */
export function sayingOf(failure: ApiFailure<typeof session.login>, name: string): Saying {
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
