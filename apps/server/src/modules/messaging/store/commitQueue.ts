import type { Instant } from '@parley/core'
import type { Timers } from '../../../platform/timers.ts'
import type { Commit, CommitResult, Committed } from '../model/commit.ts'
import type { MessagingStore } from './store.ts'

/** Commits of one transaction: more would make the first wait longer than they save. */
const maxCommits = 64
/** Time a commit waits for others to join its transaction. */
const gatherMs = 2
/** Same, if no one would be notified sooner anyway; still immediate for the sender. */
const longestGatherMs = 100
/** Usual duration of a transaction, so that listeners do not wait longer either. */
const transactionMs = 5

interface Waiting {
	commit: Commit
	since: Instant
	settle(result: CommitResult): void
	fail(error: unknown): void
}

export interface CommitQueueDeps {
	store: Pick<MessagingStore, 'commit'>
	timers: Timers
	/** Called for each stored commit in the order of positions, before its sender is answered. */
	onCommitted(commit: Commit, result: Committed): void
	/** For metrics: reports how long a commit waited until it was stored. */
	onStored?(waitedMs: number): void
	/** Called when a transaction failed: whether it was stored is not known. */
	onFailed?(): void
	/** Notifying of a stored commit threw: it stays stored, and the others continue. */
	onTellFailed?(error: unknown): void
	/** Time for which the people a commit concerns are not notified of it, however soon it is stored. */
	untilToldMs?(commit: Commit): number
}

/**
 * Gathers writes into transactions, one after the other: writes that arrive during one form the next. So writes of one
 * conversation are stored and announced in order of arrival.
 */
export function createCommitQueue({
	store,
	timers,
	onCommitted,
	onStored,
	onFailed,
	onTellFailed,
	untilToldMs = () => 0,
}: CommitQueueDeps) {
	let waiting: Waiting[] = []
	let isRunning = false
	let cancelGathering: (() => void) | undefined
	/** Time at which the waiting commits are stored; the least patient one decides. */
	let startsAt = Number.POSITIVE_INFINITY
	let whenIdle: (() => void)[] = []

	async function run(): Promise<void> {
		isRunning = true
		while (waiting.length > 0) {
			const batch = waiting.slice(0, maxCommits)
			waiting = waiting.slice(maxCommits)
			await store.commit(batch.map(({ commit }) => commit)).then(
				results => settle(batch, results),
				error => {
					onFailed?.()
					for (const { fail } of batch) fail(error)
				},
			)
		}
		isRunning = false
		const idle = whenIdle
		whenIdle = []
		for (const resolve of idle) resolve()
	}

	function settle(batch: Waiting[], results: CommitResult[]): void {
		const now = timers.now()
		for (const [index, { commit, since, settle, fail }] of batch.entries()) {
			const result = results[index]
			if (!result) {
				fail(new Error('the store gave no result for a commit'))
				continue
			}
			if (result.status === 'committed') {
				try {
					onStored?.(Math.max(0, now - since))
					onCommitted(commit, result)
				} catch (error) {
					onTellFailed?.(error)
				}
			}
			settle(result)
		}
	}

	function start(): void {
		cancelGathering?.()
		cancelGathering = undefined
		startsAt = Number.POSITIVE_INFINITY
		if (!isRunning) void run()
	}

	function startWithin(waitMs: number): void {
		const now = timers.now()
		if (now + waitMs >= startsAt) return
		cancelGathering?.()
		startsAt = now + waitMs
		cancelGathering = timers.after(waitMs, start)
	}

	const gatherMsOf = (commit: Commit): number =>
		Math.min(longestGatherMs, Math.max(gatherMs, untilToldMs(commit) - transactionMs))

	return {
		/**
		 * @param othersWait whether the same writer has more calls waiting for its answer: then it waits no longer than
		 * needed
		 * @throws the store's error: then the commit may be sent again
		 */
		commit(commit: Commit, othersWait = false): Promise<CommitResult> {
			return new Promise((settle, fail) => {
				waiting.push({ commit, since: timers.now(), settle, fail })
				if (isRunning) return
				if (waiting.length >= maxCommits) start()
				else startWithin(othersWait ? gatherMs : gatherMsOf(commit))
			})
		},
		/** Call when a write waits for the answer of a commit that may be held for grouping. */
		hurry(): void {
			if (waiting.length > 0 && !isRunning) startWithin(gatherMs)
		},
		/** Resolves once all waiting commits are stored, or have failed. */
		drained(): Promise<void> {
			if (waiting.length > 0) start()
			if (!isRunning) return Promise.resolve()
			return new Promise(resolve => whenIdle.push(resolve))
		},
	}
}

export type CommitQueue = ReturnType<typeof createCommitQueue>
