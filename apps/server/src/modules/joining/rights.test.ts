import { encryptPassword } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { enterRoom } from '../../testing/enterRoom.ts'
import {
	accountPassword,
	createTestServer,
	schedule,
	type TestClient,
	type TestServer,
} from '../../testing/testServer.ts'

let testServer: TestServer
let anna: TestClient

beforeEach(async () => {
	testServer = await createTestServer()
	anna = await testServer.signIn('anna')
})
afterEach(() => testServer.close())

/** Joins a meeting and enters its room. */
async function enter(client: TestClient, meetingId: MeetingId, fields: object = {}) {
	const { entered, who } = await enterRoom(testServer, client, meetingId, fields)
	const { self, resumeToken, snapshot } = entered
	return {
		isHost: snapshot().roster.find(({ id }) => id === self)?.role === 'host',
		isInside: () => testServer.nouns.room.rooms.isInRoom(who),
		async resume() {
			const request = { kind: 'resume', token: resumeToken, sending: { microphone: false, camera: false } } as const
			const resumed = await testServer.nouns.room.rooms.enter(request, who.connection)
			return resumed.ok ? 'entered' : resumed.failure
		},
	}
}

/** The room looks after rights every five seconds. */
async function later() {
	testServer.clock.advance(5_000)
	await testServer.nouns.room.rooms.tick()
}

const edit = async (meetingId: MeetingId, fields: object) =>
	expect((await anna.send(`PATCH /meeting/meetings/${meetingId}`, fields)).code).toBeLessThan(300)

type Inside = Awaited<ReturnType<typeof enter>>

async function expectOut(...people: Inside[]) {
	await later()
	for (const person of people) {
		expect(person.isInside()).toBe(false)
		expect(await person.resume()).toBe('access.ended')
	}
}

async function expectInside(...people: Inside[]) {
	await later()
	for (const person of people) {
		expect(person.isInside()).toBe(true)
		expect(await person.resume()).toBe('entered')
	}
}

describe('[ROOM-25] presence and resume token end with the session', () => {
	test('signed out everywhere', async () => {
		const id = await schedule(anna)
		const [guest, host] = [await enter(await testServer.visit(), id), await enter(anna, id)]
		await expectInside(guest, host)
		await anna.send('POST /auth/logout', { everywhere: 1 })
		await expectOut(host)
		await expectInside(guest)
	})

	test('an attendee without the password stays while they are one, and is out once they need it', async () => {
		const persons = [{ userId: 'u-ben', nickName: '' }]
		const invited = { grantedObject: JSON.stringify({ persons, departments: [] }) }
		const id = await schedule(anna, { meeting_pwd: '4711', ...invited })
		const ben = await enter(await testServer.signIn('ben'), id)
		await expectInside(ben)
		await edit(id, { invited_no_pwd: 0 })
		await expectOut(ben)
	})

	test('with another password every other session ends, and its presence', async () => {
		const id = await schedule(anna)
		const [here, elsewhere] = [await enter(anna, id), await enter(await testServer.signIn('anna'), id)]
		const encrypted = (text: string) => encryptPassword(text, new Uint8Array(16))
		const change = {
			action: 'modifyPassword',
			original_password: encrypted(accountPassword),
			password: encrypted('another-horse-43'),
			password_confirmation: encrypted('another-horse-43'),
		}
		expect((await anna.send('PATCH /meeting/users/u-anna', change)).code).toBe(200)
		await expectOut(elsewhere)
		await expectInside(here)
	})

	test('a session that merely expired removes no one', async () => {
		const id = await schedule(anna)
		const host = await enter(anna, id)
		testServer.clock.advance(25 * 3_600_000)
		await testServer.nouns.session.sessions.removeExpired()
		await later()
		expect(host.isInside()).toBe(true)
	})
})

describe('[ROOM-25] presence and resume token end with the right that admitted the person', () => {
	test('the host password: a host by the old one loses host rights', async () => {
		const id = await schedule(anna, { host_pwd: 'host-1234' })
		const guest = await enter(await testServer.visit(), id, { meeting_pwd: 'host-1234' })
		const host = await enter(anna, id)
		// One host at a time (ROOM-117); who has the rights too is a co-host.
		expect([guest.isHost, host.isHost]).toEqual([true, false])
		await expectInside(guest, host)
		await edit(id, { host_pwd: 'host-9999' })
		await expectOut(guest)
		await expectInside(host)
	})

	test('the meeting password', async () => {
		const id = await schedule(anna, { meeting_pwd: '4711' })
		const guest = await enter(await testServer.visit(), id, { meeting_pwd: '4711' })
		const host = await enter(anna, id)
		await edit(id, { meeting_topic: 'Another topic' })
		await expectInside(guest, host)
		await edit(id, { meeting_pwd: '4712' })
		await expectOut(guest)
		await expectInside(host)
	})

	test('without a password everyone stays', async () => {
		const id = await schedule(anna, { meeting_pwd: '4711' })
		const guest = await enter(await testServer.visit(), id, { meeting_pwd: '4711' })
		await edit(id, { meeting_pwd: '' })
		await expectInside(guest)
	})

	test('made private: guests and other companies are out, colleagues stay', async () => {
		const id = await schedule(anna)
		const guest = await enter(await testServer.visit(), id)
		const stranger = await enter(await testServer.signIn('yves'), id)
		const colleague = await enter(await testServer.signIn('ben'), id)
		await edit(id, { meeting_privacy: 1 })
		await expectOut(guest, stranger)
		await expectInside(colleague)
	})

	test('a site that no longer admits guests', async () => {
		const id = await schedule(anna)
		const guest = await enter(await testServer.visit(), id)
		await testServer.set('A', { guestJoin: false })
		await expectOut(guest)
	})
})
