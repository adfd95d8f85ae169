import { answerCodes, imLimits, type ListedEvent, type LogEventName } from '@parley/im'
import type { Environment } from '../core/environment.ts'
import { toIMError } from '../core/errors.ts'
import { createMachine, type TransitionTable } from '../core/machine.ts'
import type { Stats } from '../core/stats.ts'
import { retryDelay } from '../session/backoff.ts'
import { type ConversationRef, type EventBatch, runsOf } from './batches.ts'

/**
 * - `unknown`: its start is not known yet · `live`: nothing is missing
 * - `behind`: events are missing and may still arrive · `repairing`: missing events were requested
 */
const sequencerTable = {
	unknown: ['live', 'closed'],
	live: ['behind', 'repairing', 'closed'],
	behind: ['live', 'repairing', 'closed'],
	repairing: ['live', 'behind', 'closed'],
	closed: [],
} as const satisfies TransitionTable<string>
type SequencerState = keyof typeof sequencerTable

/** A part of a log, from any source. */
export interface LogPage {
	epoch: string
	list: readonly ListedEvent[]
	/** Position after which it begins; without it, before the first event of `list`. */
	after?: number
	/** Position up to which it reaches; without it, that of the last event of `list`. */
	upTo?: number
	head: number
	/** The server left out the events before `after`. */
	discontinuity?: boolean | undefined
	/** Oldest position that still exists. */
	min?: number
}

/**
 * - `epoch`: the log was reset · `tooMuch`: more events were missed than are fetched · `gone`: it no longer exists
 * - `refused`: it may not be read · `missing`: the server does not report it
 */
export type DiscontinuityReason = 'epoch' | 'tooMuch' | 'gone' | 'refused' | 'missing' | 'reset'

/** Events that the application does not receive. They may be in the history. */
export interface Discontinuity extends ConversationRef {
	reason: DiscontinuityReason
	/** First and last missing position; of the new log if it was reset. */
	from?: number
	to?: number
}

export interface SequencerDeps {
	env: Environment
	stats: Stats
	conversation: ConversationRef
	/** Requests the events after a position, or without one the newest. Missing in rooms, which {@link pull}. */
	fetch?(after: number | undefined, before: number | undefined): Promise<LogPage>
	/** Requests a page from another part, which answers with {@link Sequencer.page}. */
	pull?(): void
	/** False while a page is in flight anyway. */
	mayRepair(): boolean
	/** An event arrived for a conversation with an unknown position. */
	onUnknown(): void
	/** True if events before the first one matter. */
	isRead: boolean
	/** Everything up to here was delivered before, wherever it begins now. */
	given?: { epoch: string; last: number } | undefined
	deliver(name: LogEventName, batch: EventBatch): void
	emit(name: 'discontinuity', event: Discontinuity): void
	onMove(epoch: string, last: number): void
}

/** One conversation's sequencer: delivers every event once, in order, and reports gaps. */
export interface Sequencer {
	readonly epoch: string | undefined
	/** Everything up to here was delivered. */
	readonly last: number | undefined
	push(name: LogEventName, batch: EventBatch): void
	page(page: LogPage): void
	/** Reports the known end of the log. */
	head(position: number): void
	/** No page is in flight any longer: missing events are requested. */
	settle(): void
	close(): void
}

/** Pushes that overtake each other, or an answer, are sorted within this time. */
const reorderMs = 50
/** Maximum number of batches that wait for an earlier one; others are requested again. */
const maxHeld = 256
/** Consecutive answers without new events, as from a lagging replica, before the gap is announced. */
const maxEmptyAnswers = 3

interface Held {
	name: LogEventName
	batch: EventBatch
}

export function createSequencer(deps: SequencerDeps, start?: { epoch: string; last: number }): Sequencer {
	const { env, stats, conversation, given } = deps
	const key = conversation.gid ?? conversation.userId
	const machine = createMachine<SequencerState>(`log:${key}`, start ? 'live' : 'unknown', sequencerTable, deps)
	let epoch = start?.epoch
	let last = start?.last
	/** The last known position of the log. */
	let target = start?.last ?? 0
	let held: Held[] = []
	let isAsking = false
	let failures = 0
	let emptyAnswers = 0
	let stopTimer: (() => void) | undefined

	const isClosed = () => machine.state === 'closed'
	const known = () => last ?? 0

	function announce(reason: DiscontinuityReason, range: { from?: number; to?: number } = {}) {
		stats.discontinuities++
		deps.emit('discontinuity', { ...conversation, reason, ...range })
	}
	/** Continues after `position`; the events in between are announced as missing. */
	function jump(position: number, reason: DiscontinuityReason) {
		if (position <= known()) return
		announce(reason, { from: known() + 1, to: position })
		move(position)
	}
	function move(position: number) {
		last = position
		target = Math.max(target, position)
		if (epoch !== undefined) deps.onMove(epoch, position)
	}
	function begin(nextEpoch: string, position: number) {
		epoch = nextEpoch
		const place = given?.epoch === nextEpoch ? Math.max(position, given.last) : position
		last = place
		machine.to('live')
		move(place)
	}
	/** Positions of the old log are void. */
	function changeEpoch(nextEpoch: string, position: number) {
		announce('epoch', position > 0 ? { from: 1, to: position } : {})
		held = held.filter(({ batch }) => batch.epoch === nextEpoch)
		target = position
		epoch = nextEpoch
		move(position)
	}
	/** Delivers the new events of a batch that begins at or before the next position. */
	function give(name: LogEventName, batch: EventBatch) {
		const list = batch.list.filter(({ hisId }) => hisId > known()) as EventBatch['list']
		stats.duplicates += batch.list.length - list.length
		stats.delivered += list.length
		stats.skipped += batch.skipped ?? 0
		const from = Math.max(batch.from, known() + 1)
		const isWhole = batch.skipped || batch.list.length > batch.to - batch.from
		if (!isWhole) announce('missing', { from, to: batch.to })
		move(batch.to)
		if (list.length > 0 || batch.skipped) deps.deliver(name, { ...conversation, ...batch, from, list })
	}
	function hold(name: LogEventName, batch: EventBatch) {
		held.push({ name, batch })
		held.sort((a, b) => a.batch.from - b.batch.from)
		target = Math.max(target, batch.to)
		if (held.length > maxHeld) held.pop()
	}
	/** Delivers waiting batches that fit now, and checks whether events are still missing. */
	function drain() {
		while (held[0] && held[0].batch.from <= known() + 1) {
			const { name, batch } = held.shift() as Held
			if (batch.to > known()) give(name, batch)
			else stats.duplicates += batch.list.length
		}
		if (isClosed()) return
		if (target <= known()) {
			stopTimer?.()
			machine.to('live')
		} else if (machine.state === 'live' || machine.state === 'unknown') {
			stats.gaps++
			machine.to('behind')
			repairAfter(reorderMs)
		}
	}
	function repairAfter(ms: number) {
		stopTimer?.()
		stopTimer = env.after(ms, repair)
	}
	function repair() {
		if (isClosed() || last === undefined || target <= last || isAsking || !deps.mayRepair()) return
		machine.to('repairing')
		stats.repairs++
		if (deps.pull) deps.pull()
		else void ask()
	}
	async function ask() {
		isAsking = true
		const before = known()
		const isTooMuch = target - before > imLimits.maxMissed
		const ownEpoch = epoch
		try {
			const range = isTooMuch ? [] : [before, held[0]?.batch.from]
			const answer = await deps.fetch?.(range[0], range[1])
			isAsking = false
			if (isClosed() || !answer) return
			failures = 0
			if (epoch === ownEpoch) accept({ ...answer, ...(isTooMuch ? { discontinuity: true } : { after: before }) })
			drain()
			answered(before)
		} catch (error) {
			isAsking = false
			if (!isClosed()) askFailed(error)
		}
	}
	/** The requested events arrived, perhaps not all of them. */
	function answered(before: number) {
		const isFurther = known() > before
		emptyAnswers = isFurther ? 0 : emptyAnswers + 1
		if (emptyAnswers >= maxEmptyAnswers) pass('missing')
		again(isFurther ? 0 : retryDelay(emptyAnswers + 1))
	}
	function askFailed(error: unknown) {
		const { code, retryAfterMs } = toIMError(error)
		// The session ended; the next one compares everything again.
		if (code === answerCodes.cancelled || code < 0) return void machine.to('behind', undefined, code)
		if (refusals.includes(code)) pass('refused')
		again(retryAfterMs ?? retryDelay(++failures))
	}
	/** Continues without events that cannot be fetched. */
	function pass(reason: DiscontinuityReason) {
		emptyAnswers = 0
		jump((held[0]?.batch.from ?? target + 1) - 1, reason)
		drain()
	}
	function again(ms: number) {
		if (isClosed()) return
		if (target <= known()) return drain()
		machine.to('behind')
		repairAfter(ms)
	}
	function accept(page: LogPage) {
		const first = page.list[0]?.hisId
		const after = page.after ?? (first === undefined ? page.head : first - 1)
		if (last === undefined) {
			// A first-time reader misses only the events the server reports as left out.
			if (page.discontinuity && after > 0) announce('tooMuch', { from: 1, to: after })
			begin(page.epoch, after)
		} else if (page.epoch !== epoch) changeEpoch(page.epoch, after)
		target = Math.max(target, page.head)
		jump(after, page.min !== undefined && page.min > known() + 1 ? 'gone' : 'tooMuch')
		for (const { name, events } of runsOf(page.list)) {
			const from = events[0]?.hisId ?? 0
			const to = events[events.length - 1]?.hisId ?? 0
			if (to <= known()) stats.duplicates += events.length
			else {
				jump(from - 1, page.min !== undefined && page.min > known() + 1 ? 'gone' : 'missing')
				// Applications don't know events of that kind.
				if (name) give(name, { epoch: page.epoch, from, to, list: events as EventBatch['list'] })
				else move(to)
			}
		}
		if (page.upTo !== undefined) jump(page.upTo, 'missing')
	}

	return {
		get epoch() {
			return epoch
		},
		get last() {
			return last
		},
		push(name, batch) {
			if (isClosed()) return
			if (last === undefined) {
				hold(name, batch)
				return deps.onUnknown()
			}
			if (batch.epoch !== epoch) changeEpoch(batch.epoch, batch.from - 1)
			if (batch.to <= last) stats.duplicates += batch.list.length
			else if (batch.from <= last + 1) give(name, batch)
			else hold(name, batch)
			drain()
		},
		page(page) {
			if (isClosed()) return
			const before = known()
			accept(page)
			drain()
			if (machine.state === 'repairing' && !isAsking) answered(before)
		},
		head(position) {
			if (isClosed() || last === undefined) return
			target = Math.max(target, position)
			drain()
		},
		settle() {
			if (isClosed()) return
			if (last === undefined && held[0]) {
				// The server knows no earlier events.
				const { batch } = held[0]
				if (deps.isRead && batch.from > 1) announce('missing', { from: 1, to: batch.from - 1 })
				begin(batch.epoch, batch.from - 1)
			}
			drain()
			if (machine.state === 'behind') repairAfter(reorderMs)
		},
		close() {
			stopTimer?.()
			held = []
			machine.to('closed')
		},
	}
}

const refusals: readonly number[] = [
	answerCodes.noPromise,
	answerCodes.notMember,
	answerCodes.missing,
	answerCodes.banned,
	answerCodes.invalidData,
	answerCodes.unknownType,
]
