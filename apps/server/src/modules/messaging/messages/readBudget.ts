import { ok, type Result } from '@parley/core'
import { LRUCache } from 'lru-cache'
import type { Timers } from '../../../platform/timers.ts'
import { type CallContext, type Refusal, refuse } from '../calls/context.ts'

/** Bytes of logs that may be read in {@link periodMs}. */
export interface ReadBudgets {
	person: number
	/**
	 * Creating guests costs nothing, so those of one address are counted together: an office that reconnects to a live.
	 */
	guestsOfAddress: number
}

const mebibyte = 1024 * 1024
const readBudgets: ReadBudgets = { person: 8 * mebibyte, guestsOfAddress: 32 * mebibyte }
const periodMs = 10_000
/** Size from which encoding takes a millisecond: other work runs between two such pages. */
const largeBytes = 32 * 1024
const maxKeys = 50_000
const allowed = ok(null)

interface Spent {
	bytes: number
	until: number
}

/**
 * Limits how much of the logs people read: counted in bytes, because a page of long messages costs a hundred times one
 * of short ones.
 */
export function createReadBudget(timers: Timers, budgets: ReadBudgets = readBudgets) {
	const spent = new LRUCache<string, Spent>({ maxSize: maxKeys, sizeCalculation: () => 1 })

	/** Settles when the last large page that was counted may be encoded. */
	let lastTurn: Promise<void> = Promise.resolve()

	/** Encodes one large page per turn of the event loop, however many are requested. */
	function turn(): Promise<void> {
		lastTurn = lastTurn.then(() => new Promise(resolve => void timers.after(0, resolve)))
		return lastTurn
	}

	function keysOf({ caller, subscriber }: CallContext): [string, number][] {
		const person: [string, number] = [`${caller.appId} ${caller.uid}`, budgets.person]
		return caller.isGuest ? [person, [subscriber.connection.address, budgets.guestsOfAddress]] : [person]
	}
	function find(key: string): Spent | undefined {
		const found = spent.get(key)
		return found && found.until > timers.now() ? found : undefined
	}

	/** Returns whether anything may be read now; called before reading, at no cost. */
	function admit(context: CallContext): Result<null, Refusal> {
		let waitMs = 0
		for (const [key, budget] of keysOf(context)) {
			const found = find(key)
			if (found && found.bytes >= budget) waitMs = Math.max(waitMs, found.until - timers.now())
		}
		return waitMs === 0 ? allowed : refuse('tooMany', waitMs)
	}

	return {
		admit,
		/**
		 * Counts bytes read, before they are encoded, and waits for its turn; refused if the budget was used up meanwhile.
		 */
		async take(context: CallContext, bytes: number): Promise<Result<null, Refusal>> {
			const admitted = admit(context)
			for (const [key] of keysOf(context)) {
				const found = find(key)
				if (found) found.bytes += bytes
				else spent.set(key, { bytes, until: timers.now() + periodMs })
			}
			if (admitted.ok && bytes > largeBytes) await turn()
			return admitted
		},
	}
}

export type ReadBudget = ReturnType<typeof createReadBudget>
