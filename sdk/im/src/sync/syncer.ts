import {
	type CallAnswer,
	type ConversationPage,
	emptySyncKey,
	isConversationOption,
	type ListEntry,
	type SyncOption,
} from '@parley/im'
import type { Environment } from '../core/environment.ts'
import { toIMError } from '../core/errors.ts'
import { createMachine, type Machine, type TransitionTable } from '../core/machine.ts'
import type { Stats } from '../core/stats.ts'
import { retryDelay } from '../session/backoff.ts'
import type { Call } from '../session/requests.ts'
import type { Progress } from './progress.ts'

/** `idle`: nothing is missing · `waiting`: a round failed and is tried again. */
const optionTable = {
	idle: ['pulling'],
	pulling: ['applying', 'waiting', 'idle'],
	applying: ['pulling', 'waiting', 'idle'],
	waiting: ['pulling', 'idle'],
} as const satisfies TransitionTable<string>
type OptionState = keyof typeof optionTable

export interface SyncTarget {
	applyList(option: SyncOption, entries: ListEntry[], reset: boolean): void
	/** @returns whether any of them brought something */
	applyConversations(pages: ConversationPage[]): boolean
	/** A round of the option ended: events still missing were not in it. */
	settled(option: SyncOption): void
	/** Every option is done (SYNC-04), after each {@link Syncer.start}. */
	finished(): void
}

export interface Syncer {
	/** Call after each login (SYNC-01). */
	start(): void
	/** Call when there is news; an option that is being read is read once more. */
	touch(option: SyncOption): void
	isEnabled(option: SyncOption): boolean
	/** Returns whether none of its requests is in flight. */
	isIdle(option: SyncOption): boolean
	/** Stops reading; later answers are ignored. */
	stop(): void
}

interface OptionSync {
	machine: Machine<OptionState>
	isDirty: boolean
	failures: number
	stopRetry?: () => void
}

interface SyncerDeps {
	env: Environment
	stats: Stats
	call: Call
	progress: Progress
	options: readonly SyncOption[]
	target: SyncTarget
}

/** Reads missed events: applies a page, stores its key, requests the next. */
export function createSyncer(deps: SyncerDeps): Syncer {
	const { env, stats, call, progress, options, target } = deps
	let isStopped = false
	let isFinishing = false
	let areKeysAsked = false
	let keyFailures = 0
	let stopKeyRetry: (() => void) | undefined
	const syncs = new Map<SyncOption, OptionSync>(
		options.map(option => [
			option,
			{ machine: createMachine<OptionState>(`sync:${option}`, 'idle', optionTable, deps), isDirty: false, failures: 0 },
		]),
	)

	async function compareKeys() {
		if (areKeysAsked) return
		areKeysAsked = true
		stopKeyRetry?.()
		try {
			const { keys } = await call('syncKeys', {})
			areKeysAsked = false
			keyFailures = 0
			// SYNC-03
			for (const option of options) if ((keys[option] ?? emptySyncKey) !== progress.key(option)) touch(option)
		} catch (error) {
			areKeysAsked = false
			if (isStopped) return
			failed('keys', error)
			stopKeyRetry = env.after(retryDelay(++keyFailures), compareKeys)
		}
		if (isStopped) return
		for (const [option, { machine }] of syncs) if (machine.state === 'idle') target.settled(option)
		finishIfDone()
	}
	/** Errors are only logged (SYNC-10) and counted, and the failed read is retried. */
	function failed(what: string, error: unknown) {
		stats.syncErrors++
		env.log(`sync of ${what} failed`, error)
	}
	function touch(option: SyncOption) {
		const sync = syncs.get(option)
		if (!sync || isStopped) return
		if (sync.machine.state === 'idle' || sync.machine.state === 'waiting') void pull(option, sync)
		else sync.isDirty = true
	}
	async function pull(option: SyncOption, sync: OptionSync) {
		sync.stopRetry?.()
		sync.isDirty = false
		stats.syncRounds++
		sync.machine.to('pulling')
		try {
			while (await pullPage(option, sync)) sync.machine.to('pulling')
			if (isStopped) return
			sync.failures = 0
			sync.machine.to('idle')
			target.settled(option)
			if (sync.isDirty) return void pull(option, sync)
		} catch (error) {
			if (isStopped) return
			failed(option, error)
			sync.machine.to('waiting', undefined, toIMError(error).code)
			sync.stopRetry = env.after(retryDelay(++sync.failures), () => void pull(option, sync))
		}
		finishIfDone()
	}
	/** @returns whether another page follows */
	async function pullPage(option: SyncOption, sync: OptionSync): Promise<boolean> {
		const key = progress.key(option)
		const answer = await call('sync', {
			option,
			syncKey: key === emptySyncKey ? '' : key,
			cursors: isConversationOption(option) ? progress.cursors(option) : {},
		})
		if (isStopped) return false
		sync.machine.to('applying')
		const isNew = apply(option, answer)
		// The key is never ahead of the events delivered to the application.
		if (isConversationOption(option)) await progress.flush()
		await progress.setKey(option, answer.syncKey)
		// Without anything new, and with the same key, the next page would be this one again.
		return answer.nextPage && !isStopped && (isNew || answer.syncKey !== key)
	}
	function apply(option: SyncOption, { reset = false, list, conversations }: CallAnswer<'sync'>): boolean {
		if (reset || list.length > 0) target.applyList(option, list, reset)
		return target.applyConversations(conversations ?? []) || list.length > 0
	}
	function finishIfDone() {
		if (!isFinishing || areKeysAsked) return
		for (const { machine } of syncs.values()) if (machine.state === 'pulling' || machine.state === 'applying') return
		isFinishing = false
		target.finished()
	}
	return {
		start() {
			isFinishing = true
			void compareKeys()
		},
		touch,
		isEnabled: option => syncs.has(option),
		isIdle: option => !syncs.has(option) || (!areKeysAsked && syncs.get(option)?.machine.state === 'idle'),
		stop() {
			isStopped = true
			stopKeyRetry?.()
			for (const sync of syncs.values()) sync.stopRetry?.()
		},
	}
}
