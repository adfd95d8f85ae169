import { answerCodes, type CallAnswer, endsSession } from '@parley/im'
import type { Environment, KeyValueStorage } from '../core/environment.ts'
import { cancelled, IMError, toIMError } from '../core/errors.ts'
import { createMachine, type Machine, type TransitionTable } from '../core/machine.ts'
import type { Stats } from '../core/stats.ts'
import { retryDelay } from '../session/backoff.ts'
import type { ExchangeCall } from '../session/requests.ts'

/**
 * `waiting`: for another message, or for a connection · `rejected`: the server refused it · `cancelled`: it was
 * cancelled
 */
const messageTable = {
	waiting: ['sending', 'rejected', 'cancelled'],
	sending: ['waiting', 'sent', 'rejected', 'cancelled'],
	sent: [],
	rejected: [],
	cancelled: [],
} as const satisfies TransitionTable<string>
export type MessageState = keyof typeof messageTable

export type SendAnswer = CallAnswer<'groupSend'>

/** The stored form of a message until it is acknowledged. */
export interface OutgoingDraft {
	call: 'chatSend' | 'groupSend'
	/** The group, or the other person. */
	to: string
	/** Input of the call, with its `cmid`. */
	data: Record<string, unknown> & { cmid: string; content: string }
}

export interface OutgoingMessage {
	readonly cmid: string
	readonly status: MessageState
	/** Fails with {@link IMError} if it was refused or cancelled, never for lack of a connection. */
	readonly sent: Promise<SendAnswer>
	/** Cancels the message unless it has been sent. @returns whether it was cancelled */
	cancel(): boolean
}

export interface MessageStatusEvent {
	gid?: string
	userId?: string
	cmid: string
	status: MessageState
	answer?: SendAnswer
	error?: IMError
}

interface Item {
	draft: OutgoingDraft
	machine: Machine<MessageState>
	/** Its key in the storage, once it is stored. */
	kept: Promise<string>
	resolve(answer: SendAnswer): void
	reject(error: IMError): void
	failures: number
	/** In flight, or waiting for a retry. */
	isBusy: boolean
}

export interface Outbox {
	send(draft: OutgoingDraft): OutgoingMessage
	/** Call when a user has logged in. */
	open(): void
	/** Call when no user is logged in. Waiting messages stay stored, for the same person's next login. */
	pause(): void
	/** Call when the user logged out: cancels unsent messages. Resolves when they are deleted from the storage. */
	discard(): Promise<void>
	/** Takes over messages stored by a closed tab. This tab's own earlier ones are taken over automatically. */
	adopt(prefix: string): Promise<void>
	/** Call when another person logs in; promises of this one's messages fail, and the messages stay stored. */
	close(): void
}

/** Maximum number of waiting messages; no person writes that many. */
const maxWaiting = 500

interface OutboxDeps {
	env: Environment
	stats: Stats
	storage: KeyValueStorage
	call: ExchangeCall
	/** Key prefix of this tab's messages in the storage. */
	prefix: Promise<string>
	emit(name: 'messageStatus', event: MessageStatusEvent): void
}

/**
 * Outgoing messages: stored before their first sending, deleted once acknowledged, one in flight per conversation with
 * the next one queued. A message keeps its `cmid` throughout, and the server stores it once. A message resent for lack
 * of an answer does not hold up the next one: the server processes one connection's packets in order.
 */
export function createOutbox(deps: OutboxDeps): Outbox {
	const { env, stats, storage, call } = deps
	/** In sending order. */
	const items: Item[] = []
	/** Conversations with a message in flight. */
	const busy = new Set<string>()
	const pauses = new Set<() => void>()
	let isOpen = false
	let isClosed = false
	let life = 0

	const queueKey = ({ call: name, to }: OutgoingDraft) => `${name}:${to}`
	const nextOf = (key: string) => items.find(({ draft, isBusy }) => queueKey(draft) === key && !isBusy)

	function createItem(draft: OutgoingDraft, kept: Promise<string>) {
		const item = { draft, failures: 0, isBusy: false } as Item
		item.machine = createMachine<MessageState>('message', 'waiting', messageTable, deps)
		const sent = new Promise<SendAnswer>((resolve, reject) => Object.assign(item, { resolve, reject }))
		// Not all callers await it; the status is also an event.
		sent.catch(() => {})
		item.kept = kept
		return { item, sent }
	}
	function report({ draft, machine }: Item, more: { answer?: SendAnswer; error?: IMError } = {}) {
		deps.emit('messageStatus', { ...target(draft), cmid: draft.data.cmid, status: machine.state, ...more })
	}
	function enqueue(item: Item) {
		items.push(item)
		report(item)
		void work(queueKey(item.draft))
	}
	function workAll() {
		for (const key of new Set(items.map(({ draft }) => queueKey(draft)))) void work(key)
	}
	function settle(item: Item, end: 'sent' | 'rejected' | 'cancelled', result: SendAnswer | IMError) {
		const isError = result instanceof IMError
		item.machine.to(end, isError ? result.message : end, isError ? result.code : answerCodes.ok)
		if (isError) item.reject(result)
		else item.resolve(result)
		report(item, isError ? { error: result } : { answer: result })
		const place = items.indexOf(item)
		if (place >= 0) items.splice(place, 1)
		return item.kept.then(storage.remove)
	}
	/** Sends the messages of a conversation one after the other. */
	async function work(key: string) {
		if (busy.has(key) || !isOpen) return
		busy.add(key)
		const own = life
		await adopted
		for (let item = nextOf(key); item && isOpen && own === life; item = nextOf(key)) {
			await item.kept
			if (item.machine.state !== 'waiting' || !isOpen || own !== life) continue
			await takeTurn(item)
		}
		busy.delete(key)
		if (own !== life && isOpen) void work(key)
	}
	/** Resolves when the next message of the conversation may go. */
	function takeTurn(item: Item) {
		return new Promise<void>(resolve => {
			item.isBusy = true
			void sendOnce(item, resolve)
				.then(waitMs => rest(item, waitMs))
				.then(() => {
					resolve()
					// The others may all have been sent meanwhile.
					void work(queueKey(item.draft))
				})
		})
	}
	/** Waits before the item is retried; ends early when a user logs in. */
	function rest(item: Item, ms: number) {
		return new Promise<void>(resolve => {
			let stop = () => {}
			const wake = () => {
				stop()
				pauses.delete(wake)
				item.isBusy = false
				resolve()
			}
			if (ms <= 0) return wake()
			stop = env.after(ms, wake)
			pauses.add(wake)
		})
	}
	/** @returns the delay before a retry, if it was not settled */
	async function sendOnce(item: Item, onResent: () => void): Promise<number> {
		const { draft, machine } = item
		machine.to('sending')
		report(item)
		try {
			const answer = await call(draft.call, { ...draft.data, ...target(draft) } as never, { onResent })
			stats.messagesSent++
			if (machine.state === 'sending') settle(item, 'sent', answer as SendAnswer)
			return 0
		} catch (caught) {
			const error = withCmid(toIMError(caught), draft.data.cmid)
			if (machine.state !== 'sending') return 0
			if (!error.retryable && !isSessionOver(error.code)) {
				settle(item, 'rejected', error)
				return 0
			}
			// It may have been stored: the retry keeps the cmid.
			machine.to('waiting', error.message, error.code)
			report(item, { error })
			stats.messagesRetried++
			return error.retryAfterMs ?? retryDelay(++item.failures)
		}
	}

	async function readItems(prefix: string) {
		const kept = await readKept(storage, prefix)
		if (isClosed) return []
		const unknown = kept.filter(({ data }) => items.every(item => item.draft.data.cmid !== data.cmid))
		return unknown.map(draft => createItem(draft, Promise.resolve(prefix + draft.data.cmid)).item)
	}
	/** Stored messages come before new ones. */
	const adopted = deps.prefix.then(readItems).then(own => {
		items.unshift(...own)
		for (const item of own) report(item)
		workAll()
	})

	return {
		send(draft) {
			const keep = async () => {
				const key = (await deps.prefix) + draft.data.cmid
				await storage.set(key, JSON.stringify(draft))
				return key
			}
			const { item, sent } = createItem(draft, keep())
			if (isClosed || items.length >= maxWaiting) {
				settle(item, 'rejected', new IMError(answerCodes.tooMany, { cmid: draft.data.cmid }))
			} else enqueue(item)
			return {
				cmid: draft.data.cmid,
				get status() {
					return item.machine.state
				},
				sent,
				cancel() {
					if (item.machine.state !== 'waiting' || item.failures > 0) return false
					settle(item, 'cancelled', cancelled({ cmid: draft.data.cmid }))
					return true
				},
			}
		},
		open() {
			isOpen = true
			pauses.forEach(wake => void wake())
			workAll()
		},
		pause() {
			isOpen = false
			life++
		},
		async discard() {
			isOpen = false
			life++
			await Promise.all([...items].map(item => settle(item, 'cancelled', cancelled({ cmid: item.draft.data.cmid }))))
		},
		async adopt(prefix) {
			for (const item of await readItems(prefix)) enqueue(item)
		},
		close() {
			isOpen = false
			isClosed = true
			life++
			for (const item of items) {
				item.reject(cancelled({ cmid: item.draft.data.cmid }))
			}
			items.length = 0
		},
	}
}

/** Returns whether the session ended without a decision about the message. */
const isSessionOver = (code: number) =>
	code === answerCodes.cancelled || code === answerCodes.notLoggedIn || endsSession(code)

const target = ({ call, to }: OutgoingDraft) => (call === 'groupSend' ? { gid: to } : { userId: to })

const withCmid = (error: IMError, cmid: string) => new IMError(error.code, { ...error, message: error.message, cmid })

/** Reads stored messages in writing order: a cmid begins with its time. */
async function readKept(storage: KeyValueStorage, prefix: string): Promise<OutgoingDraft[]> {
	const drafts: OutgoingDraft[] = []
	for (const key of (await storage.keys(prefix)).sort()) {
		try {
			const draft: unknown = JSON.parse((await storage.get(key)) ?? 'null')
			if (isDraft(draft)) drafts.push(draft)
			else await storage.remove(key)
		} catch {
			await storage.remove(key)
		}
	}
	return drafts
}

const isDraft = (value: unknown): value is OutgoingDraft =>
	typeof value === 'object' && value !== null && 'to' in value && 'call' in value && 'data' in value
