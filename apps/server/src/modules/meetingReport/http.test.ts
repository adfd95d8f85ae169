import type { MeetingId } from '@parley/core'
import { decodeJwt } from 'jose'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aQualityReport } from '../../testing/aQualityReport.ts'
import { enterRoom } from '../../testing/enterRoom.ts'
import { createTestServer, hostB, schedule, type TestClient, type TestServer } from '../../testing/testServer.ts'
import type { ParticipantConnection } from '../room/index.ts'

let testServer: TestServer
let anna: TestClient
let id: MeetingId

beforeEach(async () => {
	testServer = await createTestServer()
	anna = await testServer.signIn('anna')
	id = await schedule(anna)
})
afterEach(() => testServer.close())

const rooms = () => testServer.nouns.room.rooms
const readActivity = (client: TestClient, meetingId = id) => client.send(`GET /meeting/meetings/${meetingId}/activity`)

/** Joins and enters the room. */
async function enters(client: TestClient, meetingId = id, name = 'Somebody'): Promise<ParticipantConnection> {
	const { who } = await enterRoom(testServer, client, meetingId, { display_name: name })
	return who
}

/** The host, a colleague and a guest are in the room; the host locks it and removes the colleague. */
async function hold() {
	const host = await enters(anna, id, 'Anna')
	await enters(await testServer.visit(), id, '=1+1')
	const { participantId } = await enters(await testServer.signIn('ben'), id, 'Ben')
	await rooms().lock(host, true)
	await rooms().remove(host, participantId)
}

describe('[ROOM-165] the activity of a meeting', () => {
	test('is read by its host during the meeting and after it, with guests marked', async () => {
		await hold()
		const time = testServer.clock.now()
		const [host, guest] = [
			{ name: 'Anna', is_guest: 0, person: 1 },
			{ name: '=1+1', is_guest: 1 },
		]
		const ben = { name: 'Ben', is_guest: 0, person: 2 }
		const during = [
			{ time, action: 'joined', actor: host },
			{ time, action: 'joined', actor: guest },
			{ time, action: 'joined', actor: ben },
			{ time, action: 'locked', actor: host },
			{ time, action: 'removed', actor: host, target: ben },
			{ time, action: 'left', actor: ben, detail: 'removed' },
		]
		expect((await readActivity(anna)).data.data).toEqual(during)
		await rooms().end(id, 'ended-by-host')
		expect((await readActivity(anna)).data.data).toEqual([
			...during,
			{ time, action: 'left', actor: host, detail: 'ended' },
			{ time, action: 'left', actor: guest, detail: 'ended' },
			{ time, action: 'ended', detail: 'ended-by-host' },
		])
	})

	test('is read by nobody else: colleagues, administrators, other companies and sites, guests, an ended session', async () => {
		await hold()
		const [ben, admin, yves] = [
			await testServer.signIn('ben'),
			await testServer.signIn('admin'),
			await testServer.signIn('yves'),
		]
		expect((await readActivity(ben)).code).toBe(403)
		expect((await readActivity(admin)).code).toBe(403)
		expect((await readActivity(yves)).code).toBe(404)
		expect((await readActivity(await testServer.signIn('zoe', { host: hostB }))).code).toBe(404)
		expect((await readActivity(await testServer.visit())).code).toBe(401)
		expect((await readActivity(anna, '999999999' as MeetingId)).code).toBe(404)
		const token = anna.token
		await anna.send('POST /auth/logout')
		anna.token = token
		expect((await readActivity(anna)).code).toBe(401)
	})

	test('of a private meeting does not reveal it to people who are not invited', async () => {
		const closed = await schedule(anna, {
			meeting_privacy: 1,
			grantedObject: JSON.stringify({ persons: [{ userId: 'u-both', nickName: '' }], departments: [] }),
		})
		expect((await readActivity(await testServer.signIn('both'), closed)).code).toBe(403)
		expect((await readActivity(await testServer.signIn('ben'), closed)).code).toBe(404)
	})
})

describe('[ROOM-169] the quality of a meeting', () => {
	const readQuality = (client: TestClient, meetingId = id) => client.send(`GET /meeting/meetings/${meetingId}/quality`)

	test('is read by its host for seven days, with what pages reported about their own line', async () => {
		const host = await enters(anna, id, 'Anna')
		testServer.clock.advance(1)
		const guest = await enters(await testServer.visit(), id, 'Ann')
		const visit = rooms().findVisit(host)
		if (!visit.ok) throw new Error(visit.failure)
		rooms().reportQuality(visit.value, aQualityReport({ joinMs: 900, concealedMs: 12_000 }))
		rooms().leave(guest)
		expect(rooms().findVisit(guest)).toEqual({ ok: false, failure: 'not.entered' })
		const time = testServer.clock.now()
		const { data } = await readQuality(anna)
		expect(data).toMatchObject({
			data: [
				{
					name: 'Anna',
					is_guest: 0,
					is_reported: 1,
					joined: time - 1,
					join_ms: 900,
					concealed_ms: 12_000,
					worst_sound: time,
				},
				{ name: 'Ann', is_guest: 1, is_reported: 0, left: time },
			],
			rated_poor: 0,
		})
		expect(data.data[0].left).toBeUndefined()
		rooms().leave(host)
		testServer.clock.advance(7 * 86_400_000 + 1)
		await testServer.nouns.meetingReport.jobs.find(({ name }) => name === 'old reports of meetings')?.run()
		expect((await readQuality(await testServer.signIn('anna'))).data.data).toEqual([])
	})

	test('is read by nobody else', async () => {
		await enters(anna)
		expect((await readQuality(await testServer.signIn('ben'))).code).toBe(403)
		expect((await readQuality(await testServer.signIn('yves'))).code).toBe(404)
		expect((await readQuality(await testServer.visit())).code).toBe(401)
	})
})

describe('[ROOM-172] the rating of a call', () => {
	const rate = (client: TestClient, visit: string, rating: string) =>
		client.send('POST /meeting/visits/rating', { visit, rating })
	const countRatings = async () => {
		const { rated_poor, rated_ok, rated_great } = (await anna.send(`GET /meeting/meetings/${id}/quality`)).data
		return { rated_poor, rated_ok, rated_great }
	}

	test('is that of the person whose token it is, also a guest, once and until they change it', async () => {
		const guest = await testServer.visit()
		const token = await tokenOf(guest)
		expect((await rate(guest, token, 'poor')).code).toBe(200)
		expect((await rate(guest, token, 'great')).code).toBe(200)
		expect((await rate(anna, await tokenOf(anna), 'ok')).code).toBe(200)
		expect(await countRatings()).toEqual({ rated_poor: 0, rated_ok: 1, rated_great: 1 })
	})

	test('is refused with a forged, an expired and a foreign token, and without a known word', async () => {
		const guest = await testServer.visit()
		const token = await tokenOf(guest)
		expect((await rate(guest, `${token.slice(0, -3)}abc`, 'great')).code).toBe(404)
		expect((await rate(guest, '', 'great')).code).toBe(404)
		expect((await rate(guest, token, 'best')).http).toBe(422)
		expect((await rate(guest, token, '')).http).toBe(422)
		testServer.clock.advance(25 * 3_600_000)
		await guest.reload()
		expect((await rate(guest, token, 'great')).code).toBe(404)
		anna = await testServer.signIn('anna')
		expect(await countRatings()).toEqual({ rated_poor: 0, rated_ok: 0, rated_great: 0 })
	})

	test('is proved by a token that enters no room; that of the place rates nothing', async () => {
		const guest = await testServer.visit()
		const { visitToken, resumeToken } = await tokensOf(guest)
		const sending = { microphone: false, camera: false }
		const entered = await rooms().enter({ kind: 'resume', token: visitToken, sending }, 'socket-of-visit')
		expect(entered).toMatchObject({ ok: false, failure: 'resume.invalid' })
		expect((await rate(guest, resumeToken, 'great')).code).toBe(404)
	})

	test('is proved by a token that says of the person only which visit it was, because the tab keeps it', async () => {
		const { visitToken, self } = await tokensOf(await testServer.visit())
		const { exp, ...claims } = decodeJwt(visitToken)
		expect(claims).toEqual({ aud: 'room-visit', sub: self, meetingId: id })
		expect(exp).toBe(Math.floor(testServer.clock.now() / 1_000) + 24 * 3_600)
	})

	const tokenOf = async (client: TestClient) => (await tokensOf(client)).visitToken

	/** Enters and leaves; returns the tokens of the visit. */
	async function tokensOf(client: TestClient) {
		const { entered, who } = await enterRoom(testServer, client, id)
		rooms().leave(who)
		return entered
	}
})

test('[ROOM-166] a deleted meeting takes its activity with it', async () => {
	await hold()
	await rooms().end(id, 'ended-by-host')
	expect((await readActivity(anna)).data.data).not.toEqual([])
	expect((await anna.send(`DELETE /meeting/meetings/${id}`)).code).toBe(200)
	await testServer.nouns.meetingReport.close()
	const left = await testServer.database.db
		.selectFrom('meeting_activity' as never)
		.selectAll()
		.execute()
	await expect.poll(async () => left).toEqual([])
})

test('[ROOM-166] activity of a series is removed with the retention of its site, and is kept without one', async () => {
	const series = await schedule(anna, { is_room: 1, repeat_type: 1 })
	await enters(anna, series)
	await rooms().end(series, 'ended-by-host')
	const removeOld = testServer.nouns.meetingReport.jobs.find(({ name }) => name === 'old reports of meetings')
	testServer.clock.advance(31 * 86_400_000)
	await testServer.set('A', { meetingDays: 0 })
	await removeOld?.run()
	anna = await testServer.signIn('anna')
	expect((await readActivity(anna, series)).data.data).toHaveLength(3)
	await testServer.set('A', { meetingDays: 30 })
	await removeOld?.run()
	expect((await readActivity(anna, series)).data.data).toEqual([])
})
