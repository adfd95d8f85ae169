import type { MeetingId } from '@parley/core'
import { initialPermissions, type ParticipantId } from '@parley/room'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '../../platform/database.ts'
import { createSqlEndRequestStore } from './endRequestStore.sql.ts'
import { createSqlRoomStore } from './store.sql.ts'
import type { Removal, RoomStore, TicketRow } from './store.ts'

const meetingId = '123456789' as MeetingId
const otherMeetingId = '987654321' as MeetingId

const aTicket = (fields: Partial<TicketRow> = {}): TicketRow => ({
	hash: 'hash-1',
	meetingId,
	siteId: 'site-1',
	userId: 'user-1',
	personKey: 'person-1',
	sessionId: 'session-1',
	addressKey: null,
	passwordProof: 'proof-1',
	displayName: 'Robert"); drop table room_tickets; --',
	host: true,
	microphone: true,
	camera: false,
	expiresAt: 1_000,
	usedAt: null,
	...fields,
})

const aRemoval = (fields: Partial<Removal> = {}): Removal => ({
	personKey: 'person-1',
	addressKey: null,
	participantId: 'person-id-1' as ParticipantId,
	userId: 'user-1',
	name: 'Robert',
	role: 'member',
	removedAt: 10,
	...fields,
})

/** Requirements on every room store; called once per database, inside its own `describe`. */
export function roomStoreSuite(open: () => Promise<OpenDatabase>): void {
	let database: OpenDatabase
	let store: RoomStore

	beforeEach(async () => {
		database = await open()
		store = createSqlRoomStore(database.db)
	})
	afterEach(() => database.close())

	test('[ROOM-01] a ticket is stored unchanged', async () => {
		await store.insertTicket(aTicket())
		expect(await store.findTicket('hash-1')).toEqual(aTicket())
		expect(await store.findTicket('hash-2')).toBeUndefined()
	})

	test('[ROOM-03] a ticket is redeemed once', async () => {
		await store.insertTicket(aTicket())
		expect(await store.redeemTicket('hash-1', 500)).toEqual(aTicket({ usedAt: 500 }))
		expect(await store.redeemTicket('hash-1', 501)).toBeUndefined()
	})

	test('[ROOM-03] of many concurrent uses exactly one redeems it', async () => {
		await store.insertTicket(aTicket())
		const tries = await Promise.all(Array.from({ length: 20 }, () => store.redeemTicket('hash-1', 500)))
		expect(tries.filter(ticket => ticket !== undefined)).toHaveLength(1)
	})

	test('[ROOM-89] a ticket that is restored can be redeemed once more, until it expires', async () => {
		await store.insertTicket(aTicket())
		await store.insertTicket(aTicket({ hash: 'hash-2' }))
		await store.redeemTicket('hash-1', 500)
		await store.redeemTicket('hash-2', 500)
		await store.restoreTicket('hash-1')
		expect(await store.redeemTicket('hash-1', 501)).toEqual(aTicket({ usedAt: 501 }))
		expect(await store.redeemTicket('hash-2', 501)).toBeUndefined()
		await store.restoreTicket('hash-1')
		expect(await store.redeemTicket('hash-1', 1_000)).toBeUndefined()
	})

	test('[ROOM-02] a ticket expires at its last instant', async () => {
		await store.insertTicket(aTicket())
		expect(await store.redeemTicket('hash-1', 1_000)).toBeUndefined()
		await store.removeExpiredTickets(1_000)
		expect(await store.findTicket('hash-1')).toBeUndefined()
	})

	test('[ROOM-40] a removal applies to this person in this meeting, even if repeated', async () => {
		await store.addRemoval(meetingId, aRemoval({ name: 'Before', removedAt: 10 }))
		await store.addRemoval(meetingId, aRemoval({ removedAt: 20 }))
		expect(await store.isRemoved(meetingId, 'person-1')).toBe(true)
		expect(await store.isRemoved(meetingId, 'person-2')).toBe(false)
		expect(await store.isRemoved(otherMeetingId, 'person-1')).toBe(false)
		expect(await store.findRemovals(meetingId)).toEqual([aRemoval({ removedAt: 20 })])
	})

	test('[ROOM-40] the address of a removed guest is known in this meeting', async () => {
		await store.addRemoval(meetingId, aRemoval({ addressKey: 'a_1' }))
		await store.addRemoval(meetingId, aRemoval({ personKey: 'person-2', addressKey: null }))
		expect(await store.isAddressRemoved(meetingId, 'a_1')).toBe(true)
		expect(await store.isAddressRemoved(meetingId, 'a_2')).toBe(false)
		expect(await store.isAddressRemoved(otherMeetingId, 'a_1')).toBe(false)
	})

	test('[ROOM-181] a removal is lifted for one person in one meeting; the last one is first', async () => {
		const [first, second] = [
			aRemoval({ removedAt: 10, addressKey: 'a_1' }),
			aRemoval({ personKey: 'person-2', removedAt: 20 }),
		]
		for (const removal of [first, second]) await store.addRemoval(meetingId, removal)
		await store.addRemoval(otherMeetingId, first)
		expect(await store.findRemovals(meetingId)).toEqual([second, first])
		await store.liftRemoval(meetingId, 'person-1')
		expect(await store.findRemovals(meetingId)).toEqual([second])
		expect(await store.isRemoved(meetingId, 'person-1')).toBe(false)
		expect(await store.isAddressRemoved(meetingId, 'a_1')).toBe(false)
		expect(await store.isRemoved(otherMeetingId, 'person-1')).toBe(true)
	})

	test('[ROOM-174] of a person whose account is deleted neither a removal nor a given name is left', async () => {
		await store.addRemoval(meetingId, aRemoval({ personKey: 'ada', userId: 'ada' }))
		await store.addRemoval(meetingId, aRemoval({ personKey: 'bo', userId: 'bo' }))
		await store.savePerson(meetingId, 'ada', { role: 'co-host', displayName: 'Ada King' })
		await store.savePerson(meetingId, 'bo', { role: null, displayName: 'Bo' })
		await store.forgetPerson('ada')
		expect((await store.findRemovals(meetingId)).map(({ personKey }) => personKey)).toEqual(['bo'])
		expect(await store.findPeople(meetingId)).toEqual(
			new Map([
				['ada', { role: 'co-host', displayName: null }],
				['bo', { role: null, displayName: 'Bo' }],
			]),
		)
	})

	test('[ROOM-144] a decision is stored with its words, and replaced by the next', async () => {
		const denied = { decision: 'denied', decidedAt: 10, message: 'Come at three' } as const
		const admitted = { decision: 'admitted', decidedAt: 20, message: '' } as const
		await store.setDecision(meetingId, 'person-1', denied)
		expect(await store.findDecision(meetingId, 'person-1')).toEqual(denied)
		expect(await store.findDecision(otherMeetingId, 'person-1')).toBeUndefined()
		await store.setDecision(meetingId, 'person-1', admitted)
		expect(await store.findDecision(meetingId, 'person-1')).toEqual(admitted)
	})

	test('[ROOM-111] a role is stored for a person in a meeting until it ends, even if it changes', async () => {
		const coHost = { role: 'co-host', displayName: null } as const
		const host = { role: 'host', displayName: 'Li Lei' } as const
		await store.savePerson(meetingId, 'person-1', coHost)
		await store.savePerson(otherMeetingId, 'person-1', coHost)
		await store.savePerson(meetingId, 'person-1', host)
		expect(await store.findPeople(meetingId)).toEqual(new Map([['person-1', host]]))
		await store.close(meetingId, 30)
		expect(await store.findPeople(meetingId)).toEqual(new Map())
		expect(await store.findPeople(otherMeetingId)).toEqual(new Map([['person-1', coHost]]))
		await store.forget(otherMeetingId)
		expect(await store.findPeople(otherMeetingId)).toEqual(new Map())
	})

	test('[ROOM-112] [ROOM-117] [ROOM-136] the host, and what hosts have set, are stored until the meeting ends', async () => {
		const settings = {
			permissions: { share: false, write: true, files: false, unmute: false, rename: true, transfer: false },
			chat: { showsHistory: false },
			hostKey: 'person-1',
		}
		expect(await store.findSettings(meetingId)).toBeUndefined()
		await store.saveSettings(meetingId, {
			permissions: initialPermissions,
			chat: { showsHistory: true },
			hostKey: null,
		})
		await store.saveSettings(meetingId, settings)
		expect(await store.findSettings(meetingId)).toEqual(settings)
		expect(await store.findSettings(otherMeetingId)).toBeUndefined()
		await store.close(meetingId, 30)
		expect(await store.findSettings(meetingId)).toBeUndefined()
	})

	test('[ROOM-45] the end deletes tickets and removals of this meeting, and is stored', async () => {
		await store.insertTicket(aTicket())
		await store.insertTicket(aTicket({ hash: 'hash-2', meetingId: otherMeetingId }))
		await store.addRemoval(meetingId, aRemoval())
		expect(await store.closedAt(meetingId)).toBeUndefined()
		await store.close(meetingId, 30)
		await store.close(meetingId, 40)
		expect(await store.closedAt(meetingId)).toBe(40)
		expect(await store.findTicket('hash-1')).toBeUndefined()
		expect(await store.findTicket('hash-2')).toBeDefined()
		expect(await store.isRemoved(meetingId, 'person-1')).toBe(false)
	})

	test('[ROOM-170] requested ends are taken once, and forgotten when they are old', async () => {
		const requests = createSqlEndRequestStore(database.db)
		expect(await requests.findSince(0)).toEqual([])
		await requests.add(meetingId, 50)
		await requests.add(meetingId, 100)
		await requests.add(otherMeetingId, 60)
		expect(await requests.findSince(100)).toEqual([meetingId])
		expect(await requests.findSince(0)).toEqual([meetingId])
		expect(await Promise.all([requests.take(meetingId), requests.take(meetingId)])).toContain(false)
		expect(await requests.take(otherMeetingId)).toBe(false)
		expect(await requests.findSince(0)).toEqual([])
	})

	test('a deleted meeting leaves no data; others keep theirs', async () => {
		for (const id of [meetingId, otherMeetingId]) {
			await store.close(id, 30)
			await store.insertTicket(aTicket({ hash: `hash-${id}`, meetingId: id }))
			await store.addRemoval(id, aRemoval())
		}
		await store.forget(meetingId)
		expect(await store.closedAt(meetingId)).toBeUndefined()
		expect(await store.findTicket(`hash-${meetingId}`)).toBeUndefined()
		expect(await store.isRemoved(meetingId, 'person-1')).toBe(false)
		expect(await store.closedAt(otherMeetingId)).toBe(30)
		expect(await store.findTicket(`hash-${otherMeetingId}`)).toBeDefined()
		expect(await store.isRemoved(otherMeetingId, 'person-1')).toBe(true)
	})
}
