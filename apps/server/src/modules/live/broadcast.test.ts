import { controlMessage, MeetingId, ok } from '@parley/core'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OpenDatabase } from '../../platform/database.ts'
import { randomIds } from '../../platform/ids.ts'
import { createLog } from '../../platform/log.ts'
import { describeOnEveryDatabase } from '../../platform/testing/index.ts'
import type { MeetingOnDay } from '../meeting/index.ts'
import type { OwnedChatRooms } from '../messaging/index.ts'
import { type BroadcastDeps, createBroadcasts } from './broadcast.ts'
import { createFakeLiveEngine, type FakeLiveEngine } from './fixtures.ts'
import { createSqlLiveStore } from './store.sql.ts'
import type { LiveStore } from './store.ts'

const meetingId = v.parse(MeetingId, '100000001')
const meeting = {
	meetingId,
	siteId: 'site-1',
	hostId: 'u-anna',
	creatorId: 'u-anna',
	hostName: 'Anna',
	topic: 'Two servers',
	freeTalk: true,
	hasLive: true,
	isRecurring: false,
	occurrence: {},
} as unknown as MeetingOnDay

describeOnEveryDatabase('the broadcasts of several servers that share their streams', open => {
	let database: OpenDatabase
	let store: LiveStore
	/** The state that servers share; one that is stored answers later. */
	let shared: FakeLiveEngine
	let rooms: Set<string>
	let told: string[]

	function server(own: Partial<LiveStore> = {}) {
		let made = 0
		const chatRooms = {
			async create() {
				const id = `room-${rooms.size}-${made++}-${Math.random()}`
				rooms.add(id)
				return id
			},
			remove: async ({ gid }: { gid: string }) => void rooms.delete(gid),
			post: async (_: unknown, __: unknown, { content }: { content: string }) => void told.push(content),
			async setOwner() {},
			async setManager() {},
			async setAccountsOnly() {},
		}
		return createBroadcasts({
			store: { ...store, ...own },
			engine: shared.engine,
			meetings: { find: async () => meeting },
			sites: { find: async () => ({ settings: { liveRecordingDays: 0 } }) } as unknown as BroadcastDeps['sites'],
			chatRooms: chatRooms as unknown as OwnedChatRooms,
			bus: { publish() {} },
			ids: randomIds,
			clock: { now: () => Date.UTC(2026, 2, 10) },
			ownsStreams: () => true,
			log: createLog('silent'),
		})
	}
	const live = async () => {
		const found = await store.find(meetingId)
		if (!found) throw new Error('there is no live')
		return found
	}
	/** Returns whether the stream of the live is shown. */
	const isShown = async () => shared.streams.get((await live()).streamId)?.isSuspended === false

	beforeEach(async () => {
		database = await open()
		store = createSqlLiveStore(database.db)
		shared = createFakeLiveEngine()
		;[rooms, told] = [new Set(), []]
	})
	afterEach(() => database.close())

	test('[NODE-41] a live that two servers make at once has one row and two rooms', async () => {
		const [a, b] = await Promise.all([server().prepare(meeting), server().prepare(meeting)])
		expect(a).toEqual(b)
		expect([...rooms].toSorted()).toEqual([a.chatRoomId, a.askRoomId].toSorted())
	})

	test('[NODE-41] a live that two servers start at once starts once, also after its end', async () => {
		const [a, b] = [server(), server()]
		expect(await Promise.all([a.start(meeting), b.start(meeting)])).toEqual([ok({}), ok({})])
		expect([(await live()).status, await isShown(), told]).toEqual(['onAir', true, [controlMessage.start]])
		await a.end(meetingId)
		const { streamId } = await live()
		await Promise.all([a.start(meeting), b.start(meeting)])
		expect([(await live()).status, await isShown(), (await live()).streamId === streamId]).toEqual([
			'onAir',
			true,
			false,
		])
		expect(told).toEqual([controlMessage.start, controlMessage.close, controlMessage.start])
	})

	test('[NODE-41] a live that two servers end at once ends once', async () => {
		const [a, b] = [server(), server()]
		await a.start(meeting)
		const ends = await Promise.all([a.end(meetingId), b.end(meetingId)])
		expect(ends.filter(end => end.ok)).toHaveLength(1)
		expect(told).toEqual([controlMessage.start, controlMessage.close])
	})

	test('[NODE-41] a live that starts on one server while another one opens its stream to a publisher is shown', async () => {
		const starting = server()
		const { streamId, streamKey } = await starting.prepare(meeting)
		let isStarted = false
		/** The other server reads the status, and writes what follows from it after the start. */
		const findByStream = vi.fn(async (id: string) => {
			const found = await store.findByStream(id)
			if (shared.streams.has(streamId) && !isStarted) {
				isStarted = true
				await starting.start(meeting)
			}
			return found
		})
		await server({ findByStream }).authorisePublish({ streamId, key: streamKey })
		expect([isStarted, (await live()).status, await isShown()]).toEqual([true, 'onAir', true])
	})

	test('[NODE-41] whatever order a start and a pause on two servers have, the stream follows the live', async () => {
		const [a, b] = [server(), server()]
		await a.start(meeting)
		for (let times = 0; times < 5; times++) {
			await Promise.all([a.suspend(meeting), b.start(meeting), b.suspend(meeting), a.start(meeting)])
			expect(await isShown()).toBe((await live()).status === 'onAir')
		}
	})
})
