import type { ImAppId, ImUserId } from '@parley/im'
import { type BacklogState, flowing } from './backlog.ts'
import type { Connection } from './ports.ts'

/** Where pushes for one session go. */
export interface Subscriber {
	connection: Connection
	appId: ImAppId
	uid: ImUserId
	backlog: BacklogState
	/** Ends its session because its connection takes messages too slowly. */
	giveUp(): void
}

export const createSubscriber = (parts: Pick<Subscriber, 'connection' | 'appId' | 'uid' | 'giveUp'>): Subscriber => ({
	...parts,
	backlog: flowing,
})

const personKey = (appId: ImAppId, uid: string) => `${appId} ${uid}`

/** The sessions of people on this node. */
export function createSubscribers() {
	const byPerson = new Map<string, Set<Subscriber>>()
	const nobody: ReadonlySet<Subscriber> = new Set()

	return {
		add(subscriber: Subscriber): void {
			const key = personKey(subscriber.appId, subscriber.uid)
			const own = byPerson.get(key) ?? new Set()
			byPerson.set(key, own.add(subscriber))
		},
		remove(subscriber: Subscriber): void {
			const key = personKey(subscriber.appId, subscriber.uid)
			const own = byPerson.get(key)
			own?.delete(subscriber)
			if (own?.size === 0) byPerson.delete(key)
		},
		of: (appId: ImAppId, uid: string): ReadonlySet<Subscriber> => byPerson.get(personKey(appId, uid)) ?? nobody,
		all: (): Subscriber[] => [...byPerson.values()].flatMap(own => [...own]),
	}
}

export type Subscribers = ReturnType<typeof createSubscribers>
