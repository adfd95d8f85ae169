import { company, meeting, session, type User } from '@parley/api'
import { ok, type Result, refused } from '@parley/core'
import { type CallApi, callApi, isNetworkFailure } from '../../api/index.ts'
import { storage } from '../../storage/index.ts'
import {
	getDestinationAfterLookup,
	getDestinationMeetingId,
	getProfileDestination,
	getSignInDestination,
	type SignInDestination,
	type SignInSearch,
} from './destination.ts'
import { setMember } from './store.ts'

export interface CompleteSignInDeps {
	callApi: CallApi
	saveToken(accessToken: string): void
	removeToken(): void
	setMember(user: User, accessToken: string): void
}

/** The screen that follows, or why the person behind a token could not be fetched. */
export type SignInOutcome = Result<SignInDestination, 'network' | 'loginError'>

/**
 * Completes every sign-in method (LOGIN-21 to LOGIN-33): stores the token, fetches and stores the person, and remembers
 * the company.
 */
export async function completeSignIn(
	token: string,
	search: SignInSearch,
	deps: CompleteSignInDeps,
): Promise<SignInOutcome> {
	deps.saveToken(token)
	const me = await deps.callApi(session.me, {})
	if (!me.ok) {
		deps.removeToken()
		return refused(isNetworkFailure(me.failure) ? 'network' : 'loginError')
	}
	if (!me.value.isComplete) return ok(getProfileDestination(search))

	deps.setMember(me.value, token)
	// LOGIN-25: which company is remembered is a convenience, so no one waits for it.
	void deps.callApi(company.remember, {}, { quiet: true, handles401: true })
	return ok(await checkMeeting(getSignInDestination(search), deps.callApi))
}

async function checkMeeting(destination: SignInDestination, callApi: CallApi): Promise<SignInDestination> {
	const id = getDestinationMeetingId(destination)
	if (id === undefined) return destination
	// The id comes from the address of the page; the server answers an invalid one like one that does not exist.
	const found = await callApi(meeting.detail, { id: id as never }, { quiet: true, handles401: true })
	return getDestinationAfterLookup(destination, found.ok ? found.value.meeting.status : undefined)
}

// OP-050: there is no box for it; whoever signs in stays signed in.
const staySignedIn = true

export const completeSignInDeps: CompleteSignInDeps = {
	callApi,
	saveToken: token => storage.saveToken(token, staySignedIn),
	removeToken: () => storage.removeToken(),
	setMember(user, token) {
		setMember(user, token, staySignedIn)
		storage.writeTabNumber(signedInAtKey, Date.now())
	},
}

/** {@link completeSignIn} with the stores of this page. */
export const completeSignInWithToken = (token: string, search: SignInSearch): Promise<SignInOutcome> =>
	completeSignIn(token, search, completeSignInDeps)

const signedInAtKey = 'signedInAt'
const recentMs = 5 * 60_000

/** Returns whether a person signed in in this tab during the last minutes: what they had begun may then continue by itself. */
export const hasJustSignedIn = (): boolean => Date.now() - storage.readTabNumber(signedInAtKey) < recentMs
