import { type EffectiveRole, type GroupId, type ImAppId, type ImUserId, imLimits } from '@parley/im'
import { LRUCache } from 'lru-cache'
import type { Timers } from '../../../platform/timers.ts'
import { isChatRoom, isOwnerOrManager } from '../groups/groupPolicy.ts'
import type { GroupRow } from '../model/group.ts'
import type { NodeBus } from '../ports/nodeBus.ts'

const maxKept = 50_000

/** Milliseconds between two messages of one person; owner and managers are exempt (CHAT-06). */
export function cooldownMs(group: GroupRow, effectiveRole: EffectiveRole): number {
	if (isOwnerOrManager(effectiveRole)) return 0
	const slowModeMs = group.settings.slowModeS * 1_000
	// People in a meeting talk to each other: only the limit of messages per person applies.
	if (group.settings.participantsOnly) return slowModeMs
	return isChatRoom(group) ? Math.max(slowModeMs, imLimits.roomCooldownMs) : slowModeMs
}

/** A sender's turn in a conversation. */
export interface Turn {
	appId: ImAppId
	gid: GroupId
	uid: ImUserId
	cmid: string
}

type Taken = {
	ok: true
	/** Undoes taking the turn. */
	giveBack(): void
	/** Call when the message is stored: other nodes count it, too. */
	keep(): void
}

/**
 * Times at which people last wrote. Nodes exchange them by node messages: a person who writes on two nodes at the same moment, or
 * while node messages are lost, does not wait for the other message.
 */
export function createCooldowns({ timers, nodeBus }: { timers: Timers; nodeBus: NodeBus }) {
	const lastAt = new LRUCache<string, { at: number; cmid: string }>({ maxSize: maxKept, sizeCalculation: () => 1 })
	const keyOf = (appId: ImAppId, id: string, uid: string) => `${appId} ${id} ${uid}`

	const stop = nodeBus.subscribe(nodeMessage => {
		if (nodeMessage.kind !== 'wrote') return
		lastAt.set(keyOf(nodeMessage.appId, nodeMessage.id, nodeMessage.uid), { at: timers.now(), cmid: nodeMessage.cmid })
	})

	return {
		/** Takes the turn of a message, or returns how long it has to wait; a repeated message keeps its first turn. */
		take({ appId, gid, uid, cmid }: Turn, ms: number): Taken | { ok: false; retryAfterMs: number } {
			const now = timers.now()
			const key = keyOf(appId, gid, uid)
			const before = lastAt.get(key)
			if (before?.cmid === cmid) return { ok: true, giveBack() {}, keep() {} }
			if (before && ms > 0 && now < before.at + ms) return { ok: false, retryAfterMs: before.at + ms - now }
			lastAt.set(key, { at: now, cmid })
			return {
				ok: true,
				giveBack() {
					if (before === undefined) lastAt.delete(key)
					else lastAt.set(key, before)
				},
				keep() {
					if (ms > 0) nodeBus.publish({ kind: 'wrote', appId, id: gid, uid, cmid })
				},
			}
		},
		stop,
	}
}

export type Cooldowns = ReturnType<typeof createCooldowns>
