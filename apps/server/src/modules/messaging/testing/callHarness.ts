import {
	answerCodes,
	type CallAnswer,
	type CallInput,
	calls,
	GroupId,
	ImAppId,
	ImUserId,
	type MemberRole,
	memberRoles,
} from '@parley/im'
import * as v from 'valibot'
import type { Timers } from '../../../platform/timers.ts'
import type { CallContext, CallHandlers, HandledCall } from '../calls/context.ts'
import { createWrite } from '../calls/write.ts'
import { createLogReader } from '../delivery/logReader.ts'
import { noAddressHolds } from '../groups/addressHolds.ts'
import { createGroupAccess } from '../groups/groupAccess.ts'
import { createQrCodes } from '../groups/qrCodes.ts'
import { createHandlers } from '../handlers.ts'
import { createCooldowns } from '../messages/cooldown.ts'
import { createReadBudget } from '../messages/readBudget.ts'
import { createFindWord } from '../messages/wordFilter.ts'
import type { Committed } from '../model/commit.ts'
import { createCounters } from '../model/counters.ts'
import type { NewMember } from '../model/group.ts'
import { createNoticePublisher } from '../people/notices.ts'
import { createProfiles } from '../people/profiles.ts'
import { singleNode } from '../ports/nodeBus.ts'
import { noParticipation } from '../ports/participation.ts'
import { createCommitQueue } from '../store/commitQueue.ts'
import type { MessagingStore } from '../store/store.ts'
import { createMemoryStore, type MemoryStore } from './memoryStore.ts'

export const appId = v.parse(ImAppId, 'app')
export const otherApp = v.parse(ImAppId, 'other-app')
export const person = (id: string) => v.parse(ImUserId, id)
export const groupId = (id: string) => v.parse(GroupId, id)

export const member = (uid: string, fields: Partial<NewMember> & { role?: MemberRole } = {}): NewMember => ({
	uid: person(uid),
	nickName: null,
	role: memberRoles.common,
	silencedUntil: null,
	banned: false,
	hasLeft: false,
	receiveState: 0,
	start: 'here',
	read: 'here',
	joinedAt: 1,
	isPutIn: false,
	...fields,
})

/** Returns the code of an answer with its other fields. */
export type Answered<N extends HandledCall> = { code: number; retryAfterMs?: number } & Partial<CallAnswer<N>>

export const codeOf = (name: keyof typeof answerCodes): number => answerCodes[name]

/** The handlers of calls over an in-memory store, without sessions: `as('li')` makes calls as that person. */
export function createCallHarness({
	words = [],
	store = createMemoryStore(),
	chatsNeedFriendship = false,
}: HarnessOptions = {}) {
	let now = 1_000_000
	let count = 0
	const accounts = new Map<string, string>()
	const timers: Timers = {
		now: () => now,
		after(_ms, act) {
			const handle = setImmediate(act)
			return () => clearImmediate(handle)
		},
	}
	const committed: Committed[] = []
	const queue = createCommitQueue({
		store,
		timers,
		onCommitted(commit, result) {
			if (result.head) access.noteVersion(commit.appId, result.head.id, result.head.version)
			committed.push(result)
		},
	})
	const write = createWrite({ store, queue, timers })
	const access = createGroupAccess({
		store,
		addressHolds: noAddressHolds,
		participation: noParticipation,
		timers,
		write,
		maxKept: 100,
	})
	const find = createFindWord(words)
	const handlers: CallHandlers = createHandlers({
		store,
		timers,
		write,
		access,
		reader: createLogReader({ store, timers }),
		fanOut: { open: unused, findFeed: unused, listen: unused, leave: unused, takeListedGroups: () => undefined },
		counters: createCounters(),
		readBudget: createReadBudget(timers),
		cooldowns: createCooldowns({ timers, nodeBus: singleNode }),
		ids: { row: prefix => `${prefix}_${++count}`, meeting: unused, secret: unused },
		profiles: createProfiles({
			store,
			accounts: {
				find: async (app, uids) =>
					uids.flatMap(uid => {
						const nickName = accounts.get(`${app} ${uid}`)
						return nickName === undefined ? [] : [{ uid, nickName, imgUrl: '' }]
					}),
			},
		}),
		participation: noParticipation,
		chatsNeedFriendship: async () => chatsNeedFriendship,
		words: { refuses: (_app, text) => find(text) !== undefined },
		addressHolds: noAddressHolds,
		qrCodes: createQrCodes({ key: Buffer.alloc(32, 7), publicUrl: undefined }),
	})

	function as(uid: string, { app = appId, isGuest = false } = {}) {
		const caller = { appId: app, uid: person(uid), isGuest, nickName: uid, imgUrl: '', address: '192.0.2.1' }
		const subscriber = { connection: { address: '192.0.2.1', origin: 'http://192.0.2.10:8080' } }
		return async <N extends HandledCall>(
			name: N,
			data: CallInput<N>,
			requestId = `request-${++count}`,
		): Promise<Answered<N>> => {
			const input = v.parse(calls[name].input, data)
			const handler = handlers[name] as (context: CallContext, input: unknown) => ReturnType<CallHandlers[N]>
			const result = await handler(
				{ caller, requestId, subscriber, othersWait: () => false } as unknown as CallContext,
				input,
			)
			if (!result.ok) return { ...result.failure, code: answerCodes[result.failure.code] } as Answered<N>
			return { ...v.parse(calls[name].answer, result.value), code: answerCodes.ok } as Answered<N>
		}
	}

	return {
		store,
		as,
		timers,
		committed,
		notices: createNoticePublisher({ queue, timers }),
		advance(ms: number): void {
			now += ms
		},
		addAccounts(names: readonly string[], app = appId): void {
			for (const name of names) accounts.set(`${app} ${name}`, `${name} by name`)
		},
		removeAccount: (name: string): void => void accounts.delete(`${appId} ${name}`),
		addGuest: (name: string): Promise<void> =>
			store.putProfile(appId, { uid: person(name), nickName: name, imgUrl: '', isGuest: true }, now),
		/** Entries of a person's own list. */
		async entries(uid: string, option: Parameters<MessagingStore['readList']>[2]) {
			const list = await store.readList(appId, person(uid), option, { after: 0, limit: 1_000 })
			return list.map(({ name, body }) => ({ name, ...body }))
		},
		events: async (gid: string) =>
			(await store.readEvents(appId, gid, { limit: 1_000, from: 'oldest' })).map(({ name, uid, body }) => ({
				name,
				uid,
				...body,
			})),
	}
}

export type CallHarness = ReturnType<typeof createCallHarness>

interface HarnessOptions {
	words?: readonly string[]
	chatsNeedFriendship?: boolean
	store?: MemoryStore
}

const unused = (): never => {
	throw new Error('messaging does not use it')
}
