import type { MeetingId, UserId } from '@parley/core'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../../platform/database.ts'
import type { Db } from '../../platform/db.ts'
import { createEventBus } from '../../platform/eventBus.ts'
import type { MeetingEvents, MeetingOnDay } from '../meeting/index.ts'
import { createCalling } from './service.ts'
import { createSqlCallStore } from './store.sql.ts'

const meetingId = '312846905' as MeetingId
const [anna, ben, olga, zoe] = ['u-anna', 'u-ben', 'u-olga', 'u-zoe'] as [UserId, UserId, UserId, UserId]

let isInvitedOnly = true
afterEach(() => {
	isInvitedOnly = true
})

/** A server of a database, with what it pushes to the devices of people. */
function aServer(
	db: Db,
	pushed: string[],
	listAttendees: (meetingId: MeetingId) => Promise<UserId[]>,
	onPush = async (_: string) => {},
) {
	const bus = createEventBus<MeetingEvents>((_, error) => {
		throw error
	})
	const meeting = {
		meetingId,
		isInvitedOnly,
		siteId: 'A',
		hostId: 'u-anna',
		topic: 'Harbour plans',
	} as MeetingOnDay
	const calling = createCalling({
		store: createSqlCallStore(db),
		meetings: { find: async () => ({ ...meeting, isInvitedOnly }), listAttendees },
		sites: { find: async () => ({ settings: { meetingsCall: true } }) as never },
		messaging: {
			async callPerson(_, uid, { endReason }) {
				const push = `${uid} ${endReason ?? 'rings'}`
				pushed.push(push)
				await onPush(push)
			},
		},
		bus,
		clock: { now: () => 100_000 },
		log: { warn: vi.fn() },
	})
	return {
		...calling,
		start: () => bus.publish('meeting.started', { meetingId } as never),
		end: () => bus.publish('meeting.ended', { meetingId } as never),
		join: (uid: UserId) => calling.joined(meeting, uid),
	}
}
const settled = () => new Promise(resolve => setTimeout(resolve, 20))

async function open() {
	const { db, close } = await openDatabase({ memory: true })
	onTestFinished(close)
	return db
}

test('[IMCALL-55] a meeting that ends while its attendees are looked up calls no one', async () => {
	let found = (_: UserId[]) => {}
	const pushed: string[] = []
	const server = aServer(await open(), pushed, () => new Promise(resolve => (found = resolve)))
	server.start()
	await settled()
	server.end()
	await settled()
	found([ben])
	await settled()
	expect(pushed.at(-1)).toBe('u-ben over')
})

test('[NODE-45] a call ends when its person answers, or its meeting ends, over another server', async () => {
	const [db, pushed] = [await open(), [] as string[]]
	const [one, other] = [aServer(db, pushed, async () => [anna, ben, olga, zoe]), aServer(db, pushed, async () => [])]
	one.start()
	await settled()
	expect(pushed.splice(0)).toEqual(['u-ben rings', 'u-olga rings', 'u-zoe rings'])
	await other.decline(meetingId, ben)
	await other.join(olga)
	expect(pushed.splice(0)).toEqual(['u-ben declined', 'u-olga joined'])
	await one.decline(meetingId, ben)
	other.end()
	await settled()
	expect(pushed).toEqual(['u-zoe over'])
})

test('[NODE-45] a person who was admitted by another server is not called', async () => {
	const [db, pushed] = [await open(), [] as string[]]
	const [one, other] = [aServer(db, pushed, async () => [ben, olga]), aServer(db, pushed, async () => [])]
	await other.join(ben)
	one.start()
	await settled()
	expect(pushed).toEqual(['u-olga rings'])
})

test('[NODE-45] a person who answers while others are called does not ring afterwards', async () => {
	const [db, pushed] = [await open(), [] as string[]]
	const other = aServer(db, pushed, async () => [])
	const one = aServer(
		db,
		pushed,
		async () => [ben, olga],
		async push => {
			if (push === 'u-ben rings') await other.join(olga)
		},
	)
	one.start()
	await settled()
	expect(pushed).toEqual(['u-ben rings', 'u-olga joined'])
})

test('[IMCALL-55] a meeting of a whole company calls no one, and calls that are over are removed with the next ones', async () => {
	const [db, pushed] = [await open(), [] as string[]]
	const store = createSqlCallStore(db)
	await store.begin(meetingId, [zoe], { ringsUntil: 90_000, admittedAfter: 0 })
	isInvitedOnly = false
	const server = aServer(db, pushed, async () => [ben])
	server.start()
	await settled()
	expect(pushed).toEqual([])
	isInvitedOnly = true
	server.start()
	await settled()
	expect(pushed).toEqual(['u-ben rings'])
	expect(await store.isRinging(meetingId, zoe, 80_000)).toBe(false)
})
