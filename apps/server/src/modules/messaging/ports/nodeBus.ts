import type { Instant } from '@parley/core'
import type { Envelope, ImAppId } from '@parley/im'
import type { ConversationId } from '../model/conversation.ts'

/**
 * Messages between nodes after a commit. They may be lost: that delays delivery until the heads are next
 * compared, and no decision depends on them.
 */
export interface NodeBus {
	publish(nodeMessage: NodeMessage): void
	subscribe(listener: (nodeMessage: NodeMessage) => void): () => void
	/** Returns whether other nodes can receive a node message now; otherwise questions are not asked. */
	isHeard(): boolean
}

export type NodeMessage =
	/** A conversation has new events up to `last`. */
	| { kind: 'conversation'; appId: ImAppId; id: ConversationId; last: number; version: number }
	/** A personal list has new entries; `uid` null: everyone's. */
	| { kind: 'list'; appId: ImAppId; uid: string | null }
	/**
	 * A person logged in on another device, or was logged out; sessions at the places `keep` stay. With `before`, which is
	 * set where the message is sent late, logins from then on stay as well.
	 */
	| { kind: 'session'; appId: ImAppId; uid: string; keep: string[]; code: number; before?: Instant }
	/** A push for the sessions of a person that is not stored, and missed if lost. */
	| { kind: 'push'; appId: ImAppId; uid: string; envelope: Envelope }
	/** A message was written in a conversation with a cooldown. */
	| { kind: 'wrote'; appId: ImAppId; id: ConversationId; uid: string; cmid: string }
	/** Asks which of these people have a session on another node. */
	| { kind: 'whoIsOnline'; appId: ImAppId; uids: string[]; question: string }
	/** The people with a session on the answering node. */
	| { kind: 'areOnline'; uids: string[]; question: string }

/** The bus of a server that is alone on its database: it needs no messages. */
export const singleNode: NodeBus = {
	publish() {},
	subscribe: () => () => {},
	isHeard: () => false,
}
