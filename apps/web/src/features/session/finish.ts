import { company, meeting, session, type User } from '@parley/api'
import type { CallApi } from '../../api/index.ts'
import { type Arrival, afterLookup, type Destination, destinationOf, meetingOf, profileScreen } from './arrival.ts'

/** What somebody let in touches. */
export interface FinishOutside {
	ask: CallApi
	keepToken(accessToken: string): void
	forgetToken(): void
	becomeMember(user: User, accessToken: string): void
}

/** Through, or why the person behind a token could not be learnt. */
export type Finished = { at: 'through'; to: Destination } | { at: 'turned-away'; says: 'network' | 'loginError' }

/**
 * From the token to the screen that follows, whatever way somebody signed in (LOGIN-21 to LOGIN-33): the token is kept,
 * the person fetched and saved, the company remembered.
 */
export async function finishSignIn(token: string, arrival: Arrival, outside: FinishOutside): Promise<Finished> {
	outside.keepToken(token)
	const me = await outside.ask(session.me, {})
	if (!me.ok) {
		outside.forgetToken()
		return { at: 'turned-away', says: isUnreached(me.failure) ? 'network' : 'loginError' }
	}
	if (!me.value.isComplete) return { at: 'through', to: profileScreen(arrival) }

	outside.becomeMember(me.value, token)
	// LOGIN-25: which company is remembered is a convenience, so nobody waits for it.
	void outside.ask(company.remember, {}, { quiet: true, handles401: true })
	return { at: 'through', to: await lookedUp(destinationOf(arrival), outside.ask) }
}

async function lookedUp(destination: Destination, ask: CallApi): Promise<Destination> {
	const id = meetingOf(destination)
	if (id === undefined) return destination
	// The id comes from the address of the page; what is no id at all is answered like one that is not there.
	const found = await ask(meeting.detail, { id: id as never }, { quiet: true, handles401: true })
	return afterLookup(destination, found.ok ? found.value.meeting.status : undefined)
}

const isUnreached = ({ refusal }: { refusal: string }) => refusal === 'offline' || refusal === 'timeout'
