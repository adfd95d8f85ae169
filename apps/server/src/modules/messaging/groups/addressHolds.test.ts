import { GroupId, ImAppId, ImUserId } from '@parley/im'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '../../../platform/database.ts'
import { describeOnEveryDatabase } from '../../../platform/testing/index.ts'
import { createSqlAddressHoldStore } from './addressHolds.sql.ts'
import { type AddressHolds, createAddressHolds, holdMs } from './addressHolds.ts'

const appId = v.parse(ImAppId, 'A')
const [gid, otherRoom] = [v.parse(GroupId, 'g_1'), v.parse(GroupId, 'g_2')]
const guest = (name: string) => v.parse(ImUserId, `g-${name}`)
const office = '203.0.113.1'

describeOnEveryDatabase('addresses of banned guests', open => {
	let database: OpenDatabase
	let holds: AddressHolds
	let now: number

	beforeEach(async () => {
		database = await open()
		now = 1_000
		holds = createAddressHolds(createSqlAddressHoldStore(database.db), new Uint8Array(32), { now: () => now })
		await holds.note(appId, guest('troll'), office)
		await holds.note(appId, guest('colleague'), office)
		now = 2_000
		await holds.hold(appId, gid, guest('troll'))
		now = 3_000
	})
	afterEach(() => database.close())

	const isHeld = (uid: ImUserId, { room = gid, address = office } = {}) => holds.isHeld(appId, room, { uid, address })

	test('close a room to guests who arrive later from there, not to earlier ones', async () => {
		expect(await isHeld(guest('troll-again'))).toBe(true)
		await holds.note(appId, guest('troll-again'), office)
		expect(await isHeld(guest('troll-again'))).toBe(true)
		expect(await isHeld(guest('colleague'))).toBe(false)
	})

	test('close no other room, address or application', async () => {
		expect(await isHeld(guest('new'), { room: otherRoom })).toBe(false)
		expect(await isHeld(guest('new'), { address: '203.0.113.2' })).toBe(false)
		const elsewhere = { uid: guest('new'), address: office }
		expect(await holds.isHeld(v.parse(ImAppId, 'B'), gid, elsewhere)).toBe(false)
	})

	test('are released after four hours, and at once when the ban is lifted', async () => {
		now = 2_000 + holdMs - 1
		expect(await isHeld(guest('new'))).toBe(true)
		now = 2_000 + holdMs
		expect(await isHeld(guest('new'))).toBe(false)
		now = 3_000
		await holds.release(appId, gid, guest('troll'))
		expect(await isHeld(guest('new'))).toBe(false)
	})

	test('are those the guest was last seen at; members have none', async () => {
		await holds.note(appId, guest('colleague'), '198.51.100.7')
		await holds.hold(appId, otherRoom, guest('colleague'))
		expect(await isHeld(guest('new'), { room: otherRoom })).toBe(false)
		expect(await isHeld(guest('new'), { room: otherRoom, address: '198.51.100.7' })).toBe(true)
		await holds.hold(appId, v.parse(GroupId, 'g_3'), v.parse(ImUserId, 'u-anna'))
		expect(await isHeld(guest('new'), { room: v.parse(GroupId, 'g_3') })).toBe(false)
	})

	test('are stored as hashes, and removed when they are old', async () => {
		const rows = async (table: 'im_guest_addresses' | 'im_held_addresses') =>
			await database.db
				.selectFrom(table as never)
				.selectAll()
				.execute()
		expect(JSON.stringify([await rows('im_guest_addresses'), await rows('im_held_addresses')])).not.toContain(office)
		const store = createSqlAddressHoldStore(database.db)
		await store.removeOld({ holds: 2_000 + holdMs, guests: 1_000 })
		expect([(await rows('im_guest_addresses')).length, (await rows('im_held_addresses')).length]).toEqual([2, 1])
		await store.removeOld({ holds: 2_001 + holdMs, guests: 1_001 })
		expect([await rows('im_guest_addresses'), await rows('im_held_addresses')]).toEqual([[], []])
	})
})
