import type { ImAppId, ImUserId } from '@parley/im'
import type { Connection } from '../ports/connection.ts'
import { type BacklogState, flowing } from './backlog.ts'
import { ByPerson } from './byPerson.ts'

/** The final recipient of pushes. */
interface SubscriberSession {
	connection: Connection
	/** Ends it because its connection falls behind. */
	giveUp(): void
}

/** Recipient of the pushes for one session. */
export interface Subscriber {
	connection: Connection
	session: SubscriberSession
	appId: ImAppId
	uid: ImUserId
	backlog: BacklogState
}

export const createSubscriber = (session: SubscriberSession, appId: ImAppId, uid: ImUserId): Subscriber => ({
	connection: session.connection,
	session,
	appId,
	uid,
	backlog: flowing,
})

/** The sessions of people on this node. */
export function createSubscribers() {
	const byPerson = new ByPerson<Subscriber>()

	return {
		add: (subscriber: Subscriber): void => byPerson.add(subscriber.appId, subscriber.uid, subscriber),
		remove: (subscriber: Subscriber): void => void byPerson.remove(subscriber.appId, subscriber.uid, subscriber),
		of: (appId: ImAppId, uid: string): readonly Subscriber[] => byPerson.of(appId, uid),
		all: (): Subscriber[] => byPerson.all(),
	}
}

export type Subscribers = ReturnType<typeof createSubscribers>
