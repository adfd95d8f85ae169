import { refused } from '@parley/core'
import { GroupId, type GroupSettings, groupTypes, ImAppId, ImUserId, memberRoles } from '@parley/im'
import * as v from 'valibot'
import type { Ids } from '../../../platform/ids.ts'
import { type CreateRateLimit, createMemoryRateLimits } from '../../../platform/rateLimit.ts'
import { createUnlimitedRateLimit } from '../../../platform/testing/unlimitedRateLimit.ts'
import type { Timers } from '../../../platform/timers.ts'
import { noAddressHolds } from '../groups/addressHolds.ts'
import { newGroupSettings } from '../groups/newGroup.ts'
import type { NewMember } from '../model/group.ts'
import { memberRow } from '../model/group.ts'
import type { NodeBus, NodeMessage } from '../ports/nodeBus.ts'
import type { ParticipantAccess, Participation } from '../ports/participation.ts'
import { createMessaging, type MessagingDeps } from '../service.ts'
import type { TokenIdentity, TokenVerifier } from '../sessions/tokens.ts'
import type { MessagingStore } from '../store/store.ts'
import { createFakeConnection, type FakeConnection } from './fakeConnection.ts'
import { createManualTimers } from './manualTimers.ts'
import { createMemoryStore } from './memoryStore.ts'

export const appId = v.parse(ImAppId, 'app')
export const uidOf = (name: string) => v.parse(ImUserId, name)
export const gidOf = (name: string) => v.parse(GroupId, name)

const dayMs = 86_400_000

/** Tokens that contain their owner in plain text: signatures have tests of their own. */
const plainTokens: TokenVerifier = {
	async verify(token, now) {
		try {
			const identity = JSON.parse(token) as TokenIdentity
			return identity.expiresAt <= now ? { status: 'expired' } : { status: 'valid', identity }
		} catch {
			return { status: 'invalid' }
		}
	},
}

function createCountedIds(): Ids {
	let count = 0
	return {
		row: prefix => `${prefix}_${++count}`,
		meeting: () => {
			throw new Error('messaging creates no meetings')
		},
		secret: () => `secret_${++count}`,
	}
}

/** Hints between nodes, which can be lost. */
function createTestBus() {
	const listeners = new Set<(nodeMessage: NodeMessage) => void>()
	const bus = { isLosing: false, published: [] as NodeMessage[], listenerCount: () => listeners.size }
	return {
		bus,
		forNode(): NodeBus {
			let own: ((nodeMessage: NodeMessage) => void)[] = []
			return {
				publish(nodeMessage) {
					bus.published.push(nodeMessage)
					if (bus.isLosing) return
					for (const listener of listeners) if (!own.includes(listener)) listener(nodeMessage)
				},
				subscribe(listener) {
					own = [...own, listener]
					listeners.add(listener)
					return () => void listeners.delete(listener)
				},
				isHeard: () => !bus.isLosing && listeners.size > own.length,
			}
		},
	}
}

export interface TestNodesOptions {
	nodes?: number
	isLimited?: boolean
	createRateLimit?: CreateRateLimit
	refusedWord?: string
	wrapStore?: (store: MessagingStore) => MessagingStore
	/** Delays the results of reads, which are as of the time of the request. */
	readDelayMs?: (read: string) => number
}

/** Slow reads, so that something can happen between a read and the use of its result. */
function delayReads(store: MessagingStore, timers: Timers, delayMs: (read: string) => number): MessagingStore {
	const later = async <T>(name: string, value: Promise<T>): Promise<T> => {
		const read = await value
		await new Promise<void>(resolve => void timers.after(delayMs(name), resolve))
		return read
	}
	return {
		...store,
		heads: (...args) => later('heads', store.heads(...args)),
		readEvents: (...args) => later('readEvents', store.readEvents(...args)),
		listConversations: (...args) => later('listConversations', store.listConversations(...args)),
		findGroupAndMember: (...args) => later('findGroupAndMember', store.findGroupAndMember(...args)),
	}
}

/** Nodes of the messaging service on one store, under a clock that a test moves. */
export function createTestNodes({
	nodes: count = 1,
	isLimited = false,
	createRateLimit,
	refusedWord,
	wrapStore,
	readDelayMs,
}: TestNodesOptions = {}) {
	const timers = createManualTimers()
	const memory = createMemoryStore()
	const wrapped = wrapStore ? wrapStore(memory) : memory
	const store = readDelayMs ? delayReads(wrapped, timers, readDelayMs) : wrapped
	const { bus, forNode } = createTestBus()
	const ids = createCountedIds()
	/** People with an account, by name; logged-in people are known without one. */
	const accounts = new Set<string>()
	/** People in the rooms of meetings. */
	const participants = new Map<ImUserId, ParticipantAccess>()
	/** Whether authors may revoke their own messages. */
	const unsending = { isAllowed: true }
	/** Participants who may remove messages of others. */
	const removers = new Set<ImUserId>()
	const removals: { uid: ImUserId; author: ImUserId }[] = []
	/** Answers for uploaded files, by JSON of their author, audience and id. */
	const files = new Map<string, Awaited<ReturnType<Participation['attachFile']>>>()
	/** Files that the readers of a message can load, by their details, and since when. */
	const openedFiles = new Map<string, number>()
	/** Sessions of the site that have ended. */
	const endedSignIns = new Set<string>()
	/** Settings of the site, as its operator chose them. */
	const site = { allowsGuests: true, severalDevices: false }
	const accountOf = (uid: ImUserId) => ({ uid, nickName: `${uid} by account`, imgUrl: '' })
	const problems: { fields: object; message: string }[] = []
	const note = (fields: object, message: string) => void problems.push({ fields, message })
	const depsOf = (): MessagingDeps => ({
		store,
		timers,
		ids,
		tokens: plainTokens,
		signIns: {
			findExisting: async ids => ids.filter(id => !endedSignIns.has(id)),
			findEnded: async () => [],
			findAccount: async (_, uid, id) => (endedSignIns.has(id) ? undefined : accountOf(uid)),
		},
		accounts: { find: async (_, uids) => uids.filter(uid => accounts.has(uid)).map(accountOf) },
		allowsGuests: async () => site.allowsGuests,
		allowsSeveralDevices: async () => site.severalDevices,
		participation: {
			find: (_, uid) => participants.get(uid),
			attachFile: async (_, uid, audience, fileId) =>
				files.get(JSON.stringify([uid, audience, fileId])) ?? refused('missing'),
			openFile: async (details, at) => void openedFiles.set(details, at),
			mayRevoke: (_, uid, { author }) => (author === uid ? unsending.isAllowed : removers.has(uid)),
			noteRemoved: (_, uid, author) => void removals.push({ uid, author }),
			removeFile: async details => void openedFiles.delete(details),
		},
		chatsNeedFriendship: async () => false,
		publicUrl: undefined,
		addressHolds: noAddressHolds,
		qrCodeKey: new Uint8Array(32),
		words: { refuses: (_, text) => refusedWord !== undefined && text.includes(refusedWord) },
		nodeBus: forNode(),
		broadcast(connections, envelopes) {
			for (const connection of connections) connection.send(envelopes)
		},
		createRateLimit:
			createRateLimit ?? (isLimited ? createMemoryRateLimits(10_000, timers.now) : createUnlimitedRateLimit),
		log: { warn: note, error: note },
	})
	const nodes = Array.from({ length: count }, () => createMessaging(depsOf()))
	let connectionCount = 0

	function connect({ node = 0, address = '192.0.2.1' } = {}): FakeConnection {
		const messaging = nodes[node]
		if (!messaging) throw new Error(`node ${node} does not exist`)
		return createFakeConnection(messaging, { id: `c${++connectionCount}`, address })
	}

	const tokenOf = (uid: string, changes: Partial<TokenIdentity> = {}) =>
		JSON.stringify({
			uid,
			appId,
			isGuest: false,
			nickName: `${uid} X`,
			sessionId: null,
			issuedAt: timers.now(),
			expiresAt: timers.now() + dayMs,
			...changes,
		})

	const loginOf = (uid: string, { deviceId = `device-${uid}`, isGuest = false } = {}) => ({
		uid: uidOf(uid),
		appId,
		token: tokenOf(uid, { isGuest }),
		deviceId,
	})

	async function logIn(
		uid: string,
		{ node = 0, deviceId = `device-${uid}`, isGuest = false, address = '192.0.2.1' } = {},
	): Promise<FakeConnection> {
		const client = connect({ node, address })
		const answer = await client.call(
			'login',
			loginOf(uid, { isGuest, deviceId }),
			readDelayMs ? () => timers.advance(100) : undefined,
		)
		if (answer.code !== 0) throw new Error(`${uid} was refused: ${answer.code}`)
		return client
	}

	const memberOf = (name: string, changes: Partial<NewMember> = {}): NewMember => ({
		...memberRow(uidOf(name), timers.now(), 0),
		...changes,
	})

	/** Creates a group with `owner` and these members directly in the store, without notice to the nodes. */
	async function makeGroup(
		name: string,
		members: (string | NewMember)[] = [],
		settings: Partial<GroupSettings> = {},
	): Promise<GroupId> {
		const id = gidOf(name)
		const group = newGroupSettings({
			name,
			mucType: groupTypes.COMMON,
			owner: uidOf('owner'),
			...settings,
		})
		const rows = members.map(member => (typeof member === 'string' ? memberOf(member) : member))
		await memory.commit([
			{
				appId,
				now: timers.now(),
				conversation: {
					id,
					create: { group },
					events: [],
					members: [memberOf('owner', { role: memberRoles.owner }), ...rows],
				},
			},
		])
		return id
	}

	/** Stores messages as another node would, without a node message to this one. */
	async function storeElsewhere(
		id: string,
		from: number,
		count: number,
		fields: Record<string, unknown> = {},
	): Promise<void> {
		for (let index = from; index < from + count; index++) {
			const event = {
				name: 'messagesReceived' as const,
				uid: uidOf('elsewhere'),
				cmid: `e${index}`,
				body: { type: 0, content: `m${index}`, sendUserName: 'E', ...fields },
			}
			await memory.commit([{ appId, now: timers.now(), conversation: { id, events: [event] } }])
		}
	}

	return {
		nodes,
		node: nodes[0] as (typeof nodes)[number],
		timers,
		store,
		bus,
		problems,
		accounts,
		participants,
		removers,
		removals,
		unsending,
		files,
		openedFiles,
		endedSignIns,
		site,
		connect,
		tokenOf,
		loginOf,
		logIn,
		memberOf,
		makeGroup,
		storeElsewhere,
		/** Long enough for a commit and its announcements. */
		soon: () => timers.advance(5),
	}
}

export type TestNodes = ReturnType<typeof createTestNodes>
