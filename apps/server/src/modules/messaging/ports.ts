import type { Envelope, ImAppId, ImUserId } from '@parley/im'
import type { ConversationId, UserProfile } from './store/store.ts'

/** One client's connection, as the socket edge gives it. */
export interface Connection {
	id: string
	/** What limits count for, of a guest above all. */
	address: string
	/** The server as this client named it: `https://meet.example.org:8443`. */
	origin: string
	/** Puts envelopes on their way in this order, in one write where it can. Never throws; a closed one takes nothing. */
	send(envelopes: readonly Envelope[]): void
	/** Bytes that are waiting to leave; a consumer that is slow has many. */
	pendingBytes(): number
	/** After the last envelope is on its way. */
	close(): void
}

/** The same envelopes to many connections: encoded once, framed once, one write each. */
export type Broadcast = (connections: Iterable<Connection>, envelopes: readonly Envelope[]) => void

/**
 * What nodes tell each other after a commit. Only hints: one that is lost delays delivery until the heads are next
 * compared, and nothing is ever decided by one.
 */
export interface HintBus {
	publish(hint: Hint): void
	subscribe(listener: (hint: Hint) => void): () => void
	/** Whether other nodes may hear a hint now; a question nobody can hear is not asked. */
	isHeard(): boolean
}

export type Hint =
	/** A conversation has new events up to `last`. */
	| { kind: 'conversation'; appId: ImAppId; id: ConversationId; last: number; version: number }
	/** A person's own list has new entries; `uid` null: everybody's. */
	| { kind: 'list'; appId: ImAppId; uid: string | null }
	/** A person logged in on another device, or was sent away; sessions at the places `keep` stay. */
	| { kind: 'session'; appId: ImAppId; uid: string; keep: string[]; code: number }
	/** A push that is stored nowhere, for the sessions of a person; where it is lost they do not learn of it. */
	| { kind: 'push'; appId: ImAppId; uid: string; envelope: Envelope }
	/** Somebody wrote where one waits between two messages. */
	| { kind: 'wrote'; appId: ImAppId; id: ConversationId; uid: string; cmid: string }
	/** Who of these people has a session elsewhere? */
	| { kind: 'whoIsOnline'; appId: ImAppId; uids: string[]; question: string }
	/** Those who have one on the node that answers. */
	| { kind: 'areOnline'; uids: string[]; question: string }

/** What a site does not want to be written. Called for every message before it has a position, so it takes microseconds. */
export interface WordFilter {
	refuses(appId: ImAppId, text: string): boolean
}

/** The sign-ins of members on the site. Signed out, a changed password or a removed account: then they are gone. */
export interface SignIns {
	/** Of these sessions of the site, those that are still there. */
	findExisting(ids: readonly string[]): Promise<string[]>
	/** Of sessions that are gone, those that were ended on purpose: by an operator, or with all of their person. */
	findEnded(ids: readonly string[]): Promise<string[]>
	/** The account of the person who signed in with it in this application; nothing where the sign-in is gone, or another's. */
	findAccount(appId: ImAppId, uid: ImUserId, id: string): Promise<Omit<UserProfile, 'isGuest'> | undefined>
}

/** Names and pictures of people with an account, as they are now; who has none in this application is missing. */
export interface AccountNames {
	find(appId: ImAppId, uids: readonly ImUserId[]): Promise<Omit<UserProfile, 'isGuest'>[]>
}
