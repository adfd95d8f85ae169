import { encryptPassword } from '@parley/api'
import type { UserId } from '@parley/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
	accountPassword,
	createTestServer,
	schedule,
	type TestClient,
	type TestServer,
} from '../../testing/testServer.ts'
import { createSqlPeopleStore } from '../account/index.ts'

let testServer: TestServer
let anna: TestClient
let streamId: string
let meetingId: string

beforeEach(async () => {
	testServer = await createTestServer({ callLimits: false })
	anna = await testServer.signIn('anna')
})
afterEach(() => testServer.close())

async function onAir(fields: object) {
	meetingId = await schedule(anna, { live: 1, ...fields })
	streamId = (await anna.send('GET /live/desk/publishing', { meetingId })).data.streamId
	await anna.send('POST /live/desk/start', { meetingId })
	testServer.liveEngine.publish(streamId)
}
const tokenOf = async (client: TestClient, fields: object = {}) =>
	JSON.parse((await client.send('GET /live/getLiveStream', { meetingId, ...fields })).text).liveData?.token as string
/** Browser identity as calls derive it. */
const browserOf = ({ cookie }: TestClient) => cookie.split('=')[1] ?? ''
const mayView = (token: string, browser: string | undefined) =>
	testServer.liveEngine.hooks().authoriseView(streamId, token, browser)

const endings: [string, (ben: TestClient) => Promise<unknown>][] = [
	['signed out', ben => ben.send('POST /auth/logout')],
	['signed out everywhere', () => testServer.nouns.session.sessions.endAllOf('u-ben' as UserId)],
	[
		'signed out by a password change on another device',
		async () => {
			const other = await testServer.signIn('ben')
			const [before, after] = [accountPassword, 'another-horse-43'].map(text =>
				encryptPassword(text, new Uint8Array(16)),
			)
			const fields = { action: 'modifyPassword', original_password: before }
			const changed = { ...fields, password: after, password_confirmation: after }
			expect(await other.send('PATCH /meeting/users/u-ben', changed)).toMatchObject({ code: 200 })
		},
	],
	[
		'disabled',
		() => createSqlPeopleStore(testServer.database.db).disable(['u-ben' as UserId], 'command', testServer.clock.now()),
	],
]

test.each(endings)('the token of a person who is %s no longer plays anything', async (_, end) => {
	await onAir({ live_login: 1 })
	const ben = await testServer.signIn('ben')
	const colleague = await testServer.signIn('both')
	const [token, others] = [await tokenOf(ben), await tokenOf(colleague)]
	expect(await mayView(token, browserOf(ben))).toBe(true)
	await end(ben)
	expect(await mayView(token, browserOf(ben))).toBe(false)
	expect(await mayView(others, browserOf(colleague))).toBe(true)
})

test('a token plays only in the browser that received it', async () => {
	await onAir({ live_login: 0 })
	const [guest, ben, stranger] = [await testServer.visit(), await testServer.signIn('ben'), await testServer.visit()]
	for (const client of [guest, ben]) {
		const token = await tokenOf(client)
		expect(await mayView(token, browserOf(client))).toBe(true)
		expect(await mayView(token, browserOf(stranger))).toBe(false)
		// The request of an external origin.
		expect(await mayView(token, undefined)).toBe(true)
	}
	await testServer.set('A', { liveLines: 'cdn=https://cdn.example.org/{stream}' })
	expect(await mayView(await tokenOf(guest), 'a cache, which sends no cookie')).toBe(true)
})

test('a person admitted as host needs the password once they are no longer host', async () => {
	await onAir({ live_login: 0, live_pwd: '4711' })
	const token = await tokenOf(anna)
	expect(await mayView(token, browserOf(anna))).toBe(true)
	const { db } = testServer.database
	await db
		.updateTable('meetings' as never)
		.set({ host_id: 'u-ben', creator_id: 'u-ben' } as never)
		.execute()
	expect(await mayView(token, browserOf(anna))).toBe(false)
})
