import { company, meeting, session, type User } from '@parley/api'
import { isUserName } from '@parley/core'
import type { Ask, Failure } from '../../api/index.ts'
import { type Arrival, afterLookup, type Destination, destinationOf, meetingOf, profileScreen } from './arrival.ts'

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
export type SignIn =
	| { at: 'form' }
	| { at: 'asking' }
	| { at: 'turned-away'; says: Saying }
	| { at: 'through'; to: Destination }

/** What signing in touches. */
export interface SignInOutside {
	ask: Ask
	seal(password: string): string
	keepToken(accessToken: string): void
	forgetToken(): void
	becomeMember(user: User, accessToken: string): void
}

/** What is wrong with the form itself, before anything is asked (LOGIN-09, LOGIN-11). */
export function faultOf({ name, agreed }: AccountForm): Saying | undefined {
	if (!isUserName(name)) return 'invalidUser'
	return agreed ? undefined : 'readProtocol'
}

/** The button works once both fields are filled (LOGIN-17). */
export const isFilled = ({ name, password }: Pick<AccountForm, 'name' | 'password'>): boolean =>
	name !== '' && password !== ''

/** Signs in by account name and password, from the form to the screen that follows. */
export async function signIn(form: AccountForm, arrival: Arrival, outside: SignInOutside): Promise<SignIn> {
	const fault = faultOf(form)
	if (fault) return { at: 'turned-away', says: fault }

	const login = await outside.ask(session.login, {
		name: form.name,
		sealedPassword: outside.seal(form.password),
		captcha: '',
		staySignedIn: true,
	})
	if (!login.ok) return { at: 'turned-away', says: sayingOf(login.failure, form.name) }

	const { token } = login.value
	outside.keepToken(token)
	const me = await outside.ask(session.me, {})
	if (!me.ok) {
		outside.forgetToken()
		return { at: 'turned-away', says: isUnreached(me.failure) ? 'network' : 'loginError' }
	}
	if (!me.value.isComplete) return { at: 'through', to: profileScreen(arrival) }

	outside.becomeMember(me.value, token)
	// LOGIN-25: which company is remembered is a convenience, so nobody waits for it.
	void outside.ask(company.remember, {}, { quiet: true, own401: true })
	return { at: 'through', to: await lookedUp(destinationOf(arrival), outside.ask) }
}

async function lookedUp(destination: Destination, ask: Ask): Promise<Destination> {
	const id = meetingOf(destination)
	if (id === undefined) return destination
	// The id comes from the address of the page; what is no id at all is answered like one that is not there.
	const found = await ask(meeting.detail, { id: id as never }, { quiet: true, own401: true })
	return afterLookup(destination, found.ok ? found.value.meeting.status : undefined)
}

/** The words for a refused sign-in go by the code in the body, whatever the status (LOGIN-39 to LOGIN-45, OP-010). */
export function sayingOf(failure: Failure<typeof session.login>, name: string): Saying {
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

const isUnreached = ({ refusal }: { refusal: string }) => refusal === 'offline' || refusal === 'timeout'
