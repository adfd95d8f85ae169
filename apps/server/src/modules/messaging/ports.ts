import type { Envelope, ImAppId, ImUserId } from '@parley/im'
import type { ConversationId, UserProfile } from './store/store.ts'

/** One client's connection, as the socket edge gives it. */
export interface Connection {
	id: string
	/** The address limits count by, for guests in particular. */
	address: string
	/** The server as this client named it: `https://meet.example.org:8443`. */
	origin: string
	/** Sends envelopes in this order, in one write if possible. Never throws; a closed connection drops them. */
	send(envelopes: readonly Envelope[]): void
	/** Bytes that are waiting to leave; a consumer that is slow has many. */
	pendingBytes(): number
	/** After the last envelope is on its way. */
	close(): void
}

/** The same envelopes to many connections: encoded once, framed once, one write each. */
export type Broadcast = (connections: Iterable<Connection>, envelopes: readonly Envelope[]) => void

/**
 * Messages between nodes after a commit. They are only hints: a lost one delays delivery until the heads are next
 * compared, and no decision depends on one.
 */
export interface HintBus {
	publish(hint: Hint): void
	subscribe(listener: (hint: Hint) => void): () => void
	/** Returns whether other nodes can receive a hint now; otherwise questions are not asked. */
	isHeard(): boolean
}

export type Hint =
	/** A conversation has new events up to `last`. */
	| { kind: 'conversation'; appId: ImAppId; id: ConversationId; last: number; version: number }
	/** A personal list has new entries; `uid` null: everyone's. */
	| { kind: 'list'; appId: ImAppId; uid: string | null }
	/** A person logged in on another device, or was sent away; sessions at the places `keep` stay. */
	| { kind: 'session'; appId: ImAppId; uid: string; keep: string[]; code: number }
	/** A push that is not stored, for the sessions of a person; if it is lost they miss it. */
	| { kind: 'push'; appId: ImAppId; uid: string; envelope: Envelope }
	/** A message was written in a conversation with a cooldown. */
	| { kind: 'wrote'; appId: ImAppId; id: ConversationId; uid: string; cmid: string }
	/** Asks which of these people have a session on another node. */
	| { kind: 'whoIsOnline'; appId: ImAppId; uids: string[]; question: string }
	/** The people with a session on the answering node. */
	| { kind: 'areOnline'; uids: string[]; question: string }

/** Words a site forbids. Called for every message before it has a position, so it takes microseconds. */
export interface WordFilter {
	refuses(appId: ImAppId, text: string): boolean
}

/** The sign-ins of members on the site. Signing out, changing the password or removing the account deletes them. */
export interface SignIns {
	/** Returns which of these sessions of the site still exist. */
	findExisting(ids: readonly string[]): Promise<string[]>
	/**
	 * Returns which of these former sessions were ended on purpose: by an operator, or together with all of their
	 * person's.
	 */
	findEnded(ids: readonly string[]): Promise<string[]>
	/**
	 * Returns the account of the person who signed in with it in this application; undefined if the sign-in was deleted
	 * or belongs to another person.
	 */
	findAccount(appId: ImAppId, uid: ImUserId, id: string): Promise<Omit<UserProfile, 'isGuest'> | undefined>
}

/** Current names and pictures of people with an account; people without one in this application are missing. */
export interface AccountNames {
	find(appId: ImAppId, uids: readonly ImUserId[]): Promise<Omit<UserProfile, 'isGuest'>[]>
}
