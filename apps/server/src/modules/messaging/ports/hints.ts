import type { Envelope, ImAppId } from '@parley/im'
import type { ConversationId } from '../model/conversation.ts'

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
	/** A person logged in on another device, or was logged out; sessions at the places `keep` stay. */
	| { kind: 'session'; appId: ImAppId; uid: string; keep: string[]; code: number }
	/** A push for the sessions of a person that is not stored, and missed if lost. */
	| { kind: 'push'; appId: ImAppId; uid: string; envelope: Envelope }
	/** A message was written in a conversation with a cooldown. */
	| { kind: 'wrote'; appId: ImAppId; id: ConversationId; uid: string; cmid: string }
	/** Asks which of these people have a session on another node. */
	| { kind: 'whoIsOnline'; appId: ImAppId; uids: string[]; question: string }
	/** The people with a session on the answering node. */
	| { kind: 'areOnline'; uids: string[]; question: string }

/** Hints of a server that is alone on its database: none are needed. */
export const singleNode: HintBus = {
	publish() {},
	subscribe: () => () => {},
	isHeard: () => false,
}
