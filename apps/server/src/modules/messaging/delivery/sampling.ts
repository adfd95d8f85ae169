import { contentTypes, memberRoles } from '@parley/im'
import type { LoggedEvent } from '../model/event.ts'

/**
 * Importance of events when pushes of a busy room are sampled; its history keeps all of them.
 * - `control`: everything except people's messages; never left out
 * - `reserved`: messages of owner and managers, and answers; they get half of the rate
 * - `others`: share the rest fairly among their senders
 */
type Priority = 'control' | 'reserved' | 'others'

export function priorityOf({ name, body }: LoggedEvent): Priority {
	if (name !== 'messagesReceived' || body.type === contentTypes.control) return 'control'
	const isOwnerOrManager = body.role === memberRoles.owner || body.role === memberRoles.manager
	return isOwnerOrManager || body.type === contentTypes.answer ? 'reserved' : 'others'
}

/** Number of senders whose last turn is remembered. */
const maxSenders = 5_000

/** Selects messages for listeners who want at most `rate` per second, with bursts of at most one second. */
export function createSampler(rate: number, startsAt: number) {
	let tokens = rate
	let filledAt = startsAt
	let turn = 0
	/** Time each sender was last shown: the longest waiting comes first. */
	let turns = new Map<string, number>()

	function fill(now: number): number {
		tokens = Math.min(Math.max(rate, 1), tokens + ((now - filledAt) * rate) / 1_000)
		filledAt = now
		return Math.floor(tokens)
	}

	/** Takes the newest message of each sender in rounds, beginning with the sender who waited longest. */
	function chooseFairly(events: readonly LoggedEvent[], count: number): LoggedEvent[] {
		const bySender = Map.groupBy(events, event => event.uid)
		const senders = [...bySender.keys()].sort((a, b) => (turns.get(a) ?? 0) - (turns.get(b) ?? 0))
		const chosen: LoggedEvent[] = []
		for (let round = 1; chosen.length < count; round++) {
			for (const sender of senders) {
				const event = bySender.get(sender)?.at(-round)
				if (!event || chosen.length >= count) continue
				chosen.push(event)
				turns.set(sender, ++turn)
			}
		}
		if (turns.size > maxSenders) turns = new Map()
		return chosen
	}

	return {
		/** Returns the events to push, in order. */
		choose(events: readonly LoggedEvent[], now: number): LoggedEvent[] {
			const budget = fill(now)
			const byPriority = Map.groupBy(events, priorityOf)
			const reserved = byPriority.get('reserved') ?? []
			const others = byPriority.get('others') ?? []
			const forReserved = Math.min(reserved.length, Math.max(Math.ceil(budget / 2), budget - others.length))
			const forOthers = Math.min(others.length, Math.max(0, budget - forReserved))
			tokens = Math.max(0, tokens - forReserved - forOthers)
			const shown = new Set([
				...(byPriority.get('control') ?? []),
				...chooseFairly(reserved, forReserved),
				...chooseFairly(others, forOthers),
			])
			return events.filter(event => shown.has(event))
		},
	}
}

export type Sampler = ReturnType<typeof createSampler>
