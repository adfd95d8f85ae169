import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aNewMeeting, createTestServer, schedule, type TestClient, type TestServer } from '../../testing/testServer.ts'

const create = 'POST /meeting/meetings'

let testServer: TestServer
let anna: TestClient

beforeEach(async () => {
	testServer = await createTestServer({ callLimits: false })
	anna = await testServer.signIn('anna')
})
afterEach(() => testServer.close())

const detail = async (id: string) => (await anna.send(`GET /meeting/meetings/${id}`)).data.meeting
const edit = async (id: string, fields: object, client = anna) =>
	await client.send(`PATCH /meeting/meetings/${id}`, fields)
const listedOn = async (t: string) => (await anna.send('GET /meeting/users/meetings', { t })).data.meetings.data
const room = (fields: object = {}) => ({ is_room: 1, start_time: '2026-03-10 15:00:00', ...fields })

describe('scheduling a room', () => {
	// The 10th of March 2026 is a Tuesday.
	test.each([
		['[CREATE-06] without a word every day', {}, 1, 0, '2026-03-10 15:00:00'],
		['[REC-06] at no fixed time', { repeat_type: 0 }, 0, 0, '2026-03-10 15:00:00'],
		['[REC-07] every day', { repeat_type: 1, repeat_condition: 0 }, 1, 0, '2026-03-10 15:00:00'],
		['[REC-08] on Sundays', { repeat_type: 2, repeat_condition: 0 }, 2, 0, '2026-03-15 15:00:00'],
		['[REC-08] on Saturdays', { repeat_type: '2', repeat_condition: '6' }, 2, 6, '2026-03-14 15:00:00'],
		['[REC-09] on the first', { repeat_type: 3, repeat_condition: 1 }, 3, 1, '2026-04-01 15:00:00'],
		['[REC-09] on the 31st', { repeat_type: 3, repeat_condition: 31 }, 3, 31, '2026-03-31 15:00:00'],
	])('[ENT-03] [OP-017] %s', async (_, fields, repeat_type, repeat_condition, start_time) => {
		const id = await schedule(anna, room(fields))
		expect(await detail(id)).toMatchObject({
			is_room: 1,
			repeat_type,
			repeat_condition,
			start_time,
			repeat_start_time: start_time,
			meeting_status: 1,
		})
		expect(await listedOn(start_time.slice(0, 10))).toMatchObject([{ meeting_id: id }])
	})

	test('[OP-018] the 31st falls on the last day of a shorter month', async () => {
		await schedule(anna, room({ repeat_type: 3, repeat_condition: 31 }))
		expect(await listedOn('2026-04-30')).toHaveLength(1)
		expect(await listedOn('2026-04-29')).toEqual([])
	})

	test.each([
		['[REC-06] a type of its own', { repeat_type: 4 }],
		['[REC-06] a type below', { repeat_type: -1 }],
		['[REC-06] a condition at no fixed time', { repeat_type: 0, repeat_condition: 1 }],
		['[REC-07] a condition every day', { repeat_type: 1, repeat_condition: 3 }],
		['[REC-08] an eighth weekday', { repeat_type: 2, repeat_condition: 7 }],
		['[REC-08] a weekday below', { repeat_type: 2, repeat_condition: -1 }],
		['[REC-08] no weekday', { repeat_type: 2 }],
		['[REC-09] day 0 of the month', { repeat_type: 3, repeat_condition: 0 }],
		['[REC-09] day 32 of the month', { repeat_type: 3, repeat_condition: 32 }],
		['[REC-09] no day of the month', { repeat_type: 3 }],
	])('%s is refused, and nothing is stored', async (_, fields) => {
		expect(await anna.send(create, aNewMeeting(room(fields)))).toMatchObject({ http: 422, code: 42207 })
		expect(await listedOn('2026-03-10')).toEqual([])
		const id = await schedule(anna, room())
		expect(await edit(id, { ...fields, meeting_topic: 'after' })).toMatchObject({ http: 422, code: 42207 })
		expect(await detail(id)).toMatchObject({ meeting_topic: 'Harbour plans', repeat_type: 1 })
	})

	test.each([{ repeat_type: 'daily' }, { repeat_condition: {} }, { repeat_type: 1.5 }, { is_room: 'yes' }])(
		'[API-17] %j is named',
		async fields => {
			const reply = await anna.send(create, aNewMeeting(room(fields)))
			expect(reply).toMatchObject({ http: 422, code: 422, message: Object.keys(fields)[0] })
		},
	)

	test('[OP-016] [OP-017] a one-off meeting ignores recurrence fields', async () => {
		for (const fields of [{ repeat_type: 1 }, { is_room: 0, repeat_type: 9, repeat_condition: 99 }]) {
			const id = await schedule(anna, { start_time: '2026-03-11 15:00:00', ...fields })
			expect(await detail(id)).toMatchObject({ is_room: 0, repeat_type: 0, repeat_condition: 0 })
		}
		expect(await listedOn('2026-03-12')).toEqual([])
	})

	test('[REC-07] [CREATE-16] of a start that is past the hour counts, which comes again', async () => {
		const id = await schedule(anna, room({ start_time: '2026-03-10 08:15:00' }))
		expect(await detail(id)).toMatchObject({ start_time: '2026-03-11 08:15:00', meeting_status: 1 })
	})

	test('[REC-07] [CREATE-10] hours equal to those of the site mean its zone, with its daylight saving', async () => {
		await testServer.set('A', { zone: 'Europe/Berlin' })
		await schedule(anna, room({ start_time: '2026-03-12 15:00:00', time_zone: 1 }))
		expect(await listedOn('2026-03-12')).toMatchObject([{ start_time: '2026-03-12 15:00:00', time_zone: 1 }])
		expect(await listedOn('2026-07-10')).toMatchObject([{ start_time: '2026-07-10 15:00:00', time_zone: 2 }])
	})

	test('[LIST-02] [REC-07] is in the lists of its company, of its host and of people who see all meetings', async () => {
		await schedule(anna, room())
		for (const name of ['ben', 'admin'] as const) {
			const client = await testServer.signIn(name)
			expect((await client.send('GET /meeting/users/meetings')).data.meetings.data).toHaveLength(1)
		}
		await testServer.set('A', { publicMeetings: true })
		const all = await (await testServer.signIn('admin')).send('GET /meeting/list')
		expect(all.data.meetings.data).toMatchObject([{ is_room: 1, repeat_type: 1 }])
	})

	test('[ROLE-06] others come in once the host has opened it, and not between its days', async () => {
		const id = await schedule(anna, room({ meeting_start_rule: 1 }))
		const ben = await testServer.signIn('ben')
		const join = async (client: TestClient) =>
			await client.send('POST /meeting/joinMeeting', { meetingId: id, display_name: 'Me', action: 'webJoin' })
		expect((await join(ben)).code).toBe(802)
		expect((await join(anna)).code).toBe(200)
		await testServer.nouns.meeting.meetings.markStarted(id, testServer.clock.now())
		expect((await join(ben)).code).toBe(200)
		await anna.send(`GET /meeting/closeMeeting/${id}`)
		testServer.clock.advance(86_400_000)
		expect((await join(await testServer.signIn('ben'))).code).toBe(802)
	})
})

describe('editing a room', () => {
	test('[REC-07] [REC-08] recurs as sent, and the form may send everything', async () => {
		const id = await schedule(anna, room())
		const wanted = { repeat_type: 2, repeat_condition: 4, start_time: '2026-03-12 16:00:00', meeting_topic: 'after' }
		expect(await edit(id, wanted)).toMatchObject({ http: 200, code: 200 })
		expect(await detail(id)).toMatchObject({ ...wanted, repeat_start_time: '2026-03-12 16:00:00', is_room: 1 })
		expect(await listedOn('2026-03-10')).toEqual([])
		expect(await listedOn('2026-03-12')).toHaveLength(1)
		expect(await edit(id, { is_room: 0, meeting_topic: 'later' })).toMatchObject({ code: 200 })
		expect(await detail(id)).toMatchObject({ ...wanted, meeting_topic: 'later', is_room: 1 })
	})

	test('[REC-07] in progress it recurs as before, and the rest may change', async () => {
		const id = await schedule(anna, room())
		await testServer.nouns.meeting.meetings.markStarted(id, testServer.clock.now())
		const weekly = { repeat_type: 2, repeat_condition: 2 }
		expect(await edit(id, { ...weekly, meeting_topic: 'after' })).toMatchObject({ http: 409, code: 409 })
		expect(await detail(id)).toMatchObject({ meeting_topic: 'Harbour plans', repeat_type: 1 })
		const same = { repeat_type: 1, repeat_condition: 0, meeting_topic: 'after' }
		expect(await edit(id, same)).toMatchObject({ code: 200 })
		await anna.send(`GET /meeting/closeMeeting/${id}`)
		testServer.clock.advance(86_400_000)
		anna = await testServer.signIn('anna')
		expect(await edit(id, weekly)).toMatchObject({ code: 200 })
	})

	test('[OP-017] a one-off meeting does not become a room', async () => {
		const id = await schedule(anna)
		expect(await edit(id, { is_room: 1, repeat_type: 1, meeting_topic: 'after' })).toMatchObject({ code: 42207 })
		expect(await detail(id)).toMatchObject({ is_room: 0, repeat_type: 0, meeting_topic: 'Harbour plans' })
	})

	test('[ROLE-05] colleagues do not change it, whatever their type', async () => {
		const id = await schedule(anna, room())
		for (const name of ['ben', 'admin', 'sees-all', 'owner', 'scanner'] as const)
			expect(await edit(id, { repeat_type: 0 }, await testServer.signIn(name))).toMatchObject({ http: 403 })
		expect(await edit(id, { repeat_type: 0 }, await testServer.signIn('yves'))).toMatchObject({ http: 404 })
		expect(await detail(id)).toMatchObject({ repeat_type: 1 })
	})
})
