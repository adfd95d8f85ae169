import { company, meeting, session, type User } from '@parley/api'
import type { CallApi } from '../../api/index.ts'
import {
	getDestinationAfterLookup,
	getDestinationMeetingId,
	getProfileDestination,
	getSignInDestination,
	type SignInDestination,
	type SignInSearch,
} from './destination.ts'

/** What somebody let in touches. */
export interface CompleteSignInDeps {
	callApi: CallApi
	saveToken(accessToken: string): void
	removeToken(): void
	setMember(user: User, accessToken: string): void
}

/** Through, or why the person behind a token could not be learnt. */
export type SignInOutcome =
	| { at: 'through'; to: SignInDestination }
	| { at: 'turned-away'; says: 'network' | 'loginError' }

/**
 * From the token to the screen that follows, whatever way somebody signed in (LOGIN-21 to LOGIN-33): the token is kept,
 * the person fetched and saved, the company remembered.
 */
export async function completeSignIn(
	token: string,
	arrival: SignInSearch,
	outside: CompleteSignInDeps,
): Promise<SignInOutcome> {
	outside.saveToken(token)
	const me = await outside.callApi(session.me, {})
	if (!me.ok) {
		outside.removeToken()
		return { at: 'turned-away', says: isUnreached(me.failure) ? 'network' : 'loginError' }
	}
	if (!me.value.isComplete) return { at: 'through', to: getProfileDestination(arrival) }

	outside.setMember(me.value, token)
	// LOGIN-25: which company is remembered is a convenience, so nobody waits for it.
	void outside.callApi(company.remember, {}, { quiet: true, handles401: true })
	return { at: 'through', to: await checkMeeting(getSignInDestination(arrival), outside.callApi) }
}

async function checkMeeting(destination: SignInDestination, callApi: CallApi): Promise<SignInDestination> {
	const id = getDestinationMeetingId(destination)
	if (id === undefined) return destination
	// The id comes from the address of the page; what is no id at all is answered like one that is not there.
	const found = await callApi(meeting.detail, { id: id as never }, { quiet: true, handles401: true })
	return getDestinationAfterLookup(destination, found.ok ? found.value.meeting.status : undefined)
}

const isUnreached = ({ refusal }: { refusal: string }) => refusal === 'offline' || refusal === 'timeout'
