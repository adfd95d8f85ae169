import type { MeetingId } from '@parley/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { enterRoom } from '../../testing/enterRoom.ts'
import { createTestServer, schedule, type TestClient, type TestServer } from '../../testing/testServer.ts'

const hostPassword = 'host-1234'
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

/** Joins and enters the room; returns the token of the visit. */
async function enters(client: TestClient, meetingId = id) {
	const { entered, who } = await enterRoom(testServer, client, meetingId)
	return { visit: entered.visitToken, who }
}

const claim = (client: TestClient, visit: string, host_pwd = hostPassword, meetingId = id) =>
	client.send('POST /meeting/claimHost', { meetingId, host_pwd, visit })

test('[ROOM-173] a guest who knows the host password becomes host, and may what a host may', async () => {
	await enters(anna)
	const guest = await testServer.visit()
	const { visit, who } = await enters(guest)
	expect(await rooms().lock(who, true)).toMatchObject({ ok: false })
	expect((await claim(guest, visit)).code).toBe(200)
	expect(await rooms().lock(who, true)).toMatchObject({ ok: true })
	expect(rooms().endByHost(who)).toMatchObject({ ok: true })
})

/** A meeting whose host is co-host, because a guest became host with the password first. */
async function ownerAfterGuest() {
	const guest = await testServer.visit()
	const { visit, who: host } = await enters(guest)
	await claim(guest, visit)
	return { host, owner: await enterRoom(testServer, anna, id) }
}

test('[ROOM-199] the owner who came after a host takes the role back without the password, and the host becomes co-host', async () => {
	const { host, owner } = await ownerAfterGuest()
	expect(owner.entered.ownsMeeting).toBe(true)
	expect(rooms().endByHost(owner.who)).toMatchObject({ ok: false })
	expect(await rooms().reclaimHost(owner.who)).toMatchObject({ ok: true })
	expect(rooms().endByHost(host)).toMatchObject({ failure: 'role.not-allowed' })
	expect(await rooms().lock(host, true)).toMatchObject({ ok: true })
	expect(rooms().endByHost(owner.who)).toMatchObject({ ok: true })
})

test.each(['ben', 'both', 'yves'] as const)('[ROOM-199] %s, who does not own the meeting, does not', async name => {
	await ownerAfterGuest()
	const { who, entered } = await enterRoom(testServer, await testServer.signIn(name), id)
	expect(entered.ownsMeeting).toBeUndefined()
	expect(await rooms().reclaimHost(who)).toEqual({ ok: false, failure: 'role.not-allowed' })
})

test('[ROOM-199] neither a guest, nor one who joined with the host password, nor the owner of another meeting', async () => {
	await ownerAfterGuest()
	const byPassword = await enterRoom(testServer, await testServer.signIn('ben'), id, { meeting_pwd: hostPassword })
	const guest = await enterRoom(testServer, await testServer.visit(), id)
	const ben = await testServer.signIn('ben')
	const own = await enterRoom(testServer, ben, await schedule(ben))
	expect(own.entered.ownsMeeting).toBe(true)
	const elsewhere = { ...own.who, meetingId: id }
	for (const who of [byPassword.who, guest.who, elsewhere])
		expect(await rooms().reclaimHost(who)).toEqual({ ok: false, failure: 'role.not-allowed' })
})

test('[ROOM-173] a wrong password is refused with 803, and gives no role', async () => {
	const guest = await testServer.visit()
	const { visit, who } = await enters(guest)
	for (const wrong of ['host-1235', '', 'HOST-1234']) expect((await claim(guest, visit, wrong)).code).toBe(803)
	expect(await rooms().lock(who, true)).toMatchObject({ ok: false })
})

test('[ROOM-173] [JERR-04] wrong host passwords count with those of joining: after ten a challenge is demanded', async () => {
	const guest = await testServer.visit()
	const { visit } = await enters(guest)
	for (let n = 0; n < 5; n++) expect((await claim(guest, visit, `wrong-${n}00`)).code).toBe(803)
	for (let n = 0; n < 5; n++) {
		const reply = await guest.send('POST /meeting/joinMeeting', {
			meetingId: id,
			display_name: 'Somebody',
			meeting_pwd: `wrong-${n}0000`,
			action: 'webJoin',
			language: 'zh',
		})
		expect(reply.http).toBe(200)
	}
	// The meeting has no password: all guesses were at that of the host.
	expect((await anna.send(`GET /meeting/meetings/${id}`)).data.meeting.password_guessed).toBe('host')
	expect((await claim(guest, visit, 'wrong-900')).code).toBe(400)
	expect((await claim(guest, visit)).code).toBe(400)
	const captcha = await testServer.pass(guest)
	const solved = { meetingId: id, host_pwd: hostPassword, visit, captcha }
	expect((await guest.send('POST /meeting/claimHost', solved)).code).toBe(200)
})

test('[ROOM-173] the right password helps nobody who is not in this room: a forged or foreign token, one of another meeting, one who has left', async () => {
	const guest = await testServer.visit()
	const { visit, who } = await enters(guest)
	const other = await schedule(anna, { meeting_topic: 'Another' })
	expect((await claim(guest, `${visit.slice(0, -3)}abc`)).code).toBe(404)
	expect((await claim(guest, visit, hostPassword, other)).code).toBe(404)
	// The answer does not say whether a password is that of another meeting either.
	expect((await claim(guest, visit, 'wrong-9999', other)).code).toBe(404)
	expect((await claim(guest, visit, hostPassword, '999999999' as MeetingId)).code).toBe(404)
	rooms().leave(who)
	expect((await claim(guest, visit)).code).toBe(404)
})
