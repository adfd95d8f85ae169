import { type GroupStanding, imLimits } from '@parley/im'
import { LRUCache } from 'lru-cache'
import { isChatRoom } from './groupPolicy.ts'
import type { Timers } from './ports.ts'
import type { GroupRow } from './store.ts'

const maxKept = 50_000

/** Milliseconds between two messages of one person; owner and managers write as they like (CHAT-06). */
export function cooldownMs(group: GroupRow, standing: GroupStanding): number {
	if (standing === 'owner' || standing === 'manager') return 0
	const slowModeMs = group.settings.slowModeS * 1_000
	return isChatRoom(group) ? Math.max(slowModeMs, imLimits.roomCooldownMs) : slowModeMs
}

/** When people last wrote, on this node. */
export function createCooldowns({ timers }: { timers: Timers }) {
	const lastAt = new LRUCache<string, { at: number; cmid: string }>({ maxSize: maxKept, sizeCalculation: () => 1 })
	return {
		/** Takes the turn of a message, or says how long it has to wait; a repetition has the turn of its first time. */
		take(key: string, ms: number, cmid: string): { ok: true; giveBack(): void } | { ok: false; retryAfterMs: number } {
			const now = timers.now()
			const before = lastAt.get(key)
			if (before?.cmid === cmid) return { ok: true, giveBack() {} }
			if (before && ms > 0 && now < before.at + ms) return { ok: false, retryAfterMs: before.at + ms - now }
			lastAt.set(key, { at: now, cmid })
			return {
				ok: true,
				giveBack() {
					if (before === undefined) lastAt.delete(key)
					else lastAt.set(key, before)
				},
			}
		},
	}
}

export type Cooldowns = ReturnType<typeof createCooldowns>
