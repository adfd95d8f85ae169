import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
	createTestServer,
	hostA,
	hostB,
	loginFields,
	type TestClient,
	type TestServer,
} from '../../testing/testServer.ts'
import { createDragTrail, findProofOfWork } from './fixtures.ts'

const login = 'POST /auth/login?unauth&noErrorTip'
const isOpen = 'GET /auth/isCaptchaOpen'
const issue = 'GET /auth/getGtCaptcha'
const solve = 'POST /auth/solveCaptcha?unauth&noErrorTip'
const sessionId = 'a-session-of-the-page'
const minute = 60_000

let testServer: TestServer
beforeEach(async () => {
	testServer = await createTestServer()
})
afterEach(() => testServer.close())

const open = async (client: TestClient) => JSON.parse((await client.send(isOpen)).text).isOpen
const puzzleFor = async (client: TestClient) =>
	JSON.parse((await client.send(issue, { sessionId })).text).dataResult.puzzle

/** The solution, known only to the server. */
async function answerOf(id: string): Promise<number> {
	const { answer_left } = await testServer.database.db
		.$extendTables<{ challenges: { id: string; answer_left: number } }>()
		.selectFrom('challenges')
		.select('answer_left')
		.where('id', '=', id)
		.executeTakeFirstOrThrow()
	return answer_left
}

async function solved(client: TestClient): Promise<string> {
	const { id } = await puzzleFor(client)
	const left = await answerOf(id)
	testServer.clock.advance(1_000)
	const reply = await client.send(solve, { id, sessionId, left, trail: createDragTrail(left) })
	if (reply.code !== 200) throw new Error(reply.text)
	return reply.data.captcha
}

describe('the slider challenge', () => {
	test('[LOGIN-37] comes with appkey, scene and a puzzle, and never with its answer', async () => {
		const client = await testServer.visit()
		const reply = await client.send(issue, { sessionId })
		const { code, dataResult } = JSON.parse(reply.text)
		expect(code).toBe(200)
		expect(dataResult).toMatchObject({ appkey: 'parley', scene: 'slider' })
		const names = ['id', 'picture', 'piece', 'width', 'height', 'pieceWidth', 'salt', 'keyBits', 'blindBits']
		expect(Object.keys(dataResult.puzzle).sort()).toEqual(names.sort())
		expect(dataResult.puzzle.picture).toMatch(/^data:image\/webp;base64,UklGR/)
	})

	test('[LOGIN-37, OP-024] is for a session of the page', async () => {
		const client = await testServer.visit()
		expect(await client.send(issue)).toMatchObject({ http: 422 })
		expect(await client.send(issue, { sessionId: 'short' })).toMatchObject({ http: 422 })
	})

	test('[LOGIN-35, LOGIN-36] where the site requires it, signing in without it is impossible', async () => {
		await testServer.set('A', { challengeOpen: true })
		const client = await testServer.visit()
		expect(await open(client)).toBe(1)
		expect(await client.send(login, loginFields('anna'))).toMatchObject({ http: 400, code: 400 })
		expect(await client.send(login, { ...loginFields('anna'), captcha: '' })).toMatchObject({ http: 400, code: 400 })
		const made = { ...loginFields('anna'), captcha: 'made-up' }
		expect(await client.send(login, made)).toMatchObject({ http: 400, code: 800 })
		const captcha = await solved(client)
		expect(await client.send(login, { ...loginFields('anna'), captcha })).toMatchObject({ code: 200 })
		expect(await client.send(login, { ...loginFields('anna'), captcha })).toMatchObject({ http: 400, code: 800 })
		const late = await solved(client)
		testServer.clock.advance(3 * minute)
		expect(await client.send(login, { ...loginFields('anna'), captcha: late })).toMatchObject({ http: 400, code: 900 })
	})

	test('[LOGIN-35] can be solved with the keyboard and a little work, on the wire too', async () => {
		await testServer.set('A', { challengeOpen: true })
		const client = await testServer.visit()
		const { id, salt, keyBits } = await puzzleFor(client)
		const reply = await client.send(solve, {
			id,
			sessionId,
			left: await answerOf(id),
			proof: findProofOfWork(salt, keyBits),
		})
		const { captcha } = reply.data
		expect(await client.send(login, { ...loginFields('anna'), captcha })).toMatchObject({ code: 200 })
	})

	test('[LOGIN-35] that is not solved is 800, that is too old 900, and both only once', async () => {
		const client = await testServer.visit()
		const wrong = await puzzleFor(client)
		const answer = { id: wrong.id, sessionId, left: 0, trail: createDragTrail(0) }
		expect(await client.send(solve, answer)).toMatchObject({ http: 400, code: 800 })
		const late = await puzzleFor(client)
		testServer.clock.advance(2 * minute)
		expect(await client.send(solve, { id: late.id, sessionId, left: 100 })).toMatchObject({ http: 400, code: 900 })
		expect(await client.send(solve, { id: late.id, sessionId }, { csrf: null })).toMatchObject({ http: 419 })
	})

	test('[LOGIN-35] of another browser, address or site is worthless', async () => {
		await testServer.set('A', { challengeOpen: true })
		await testServer.set('B', { challengeOpen: true })
		const anna = await testServer.visit()
		const captcha = await solved(anna)
		const attempt = async (client: TestClient, name = 'anna') =>
			(await client.send(login, { ...loginFields(name), captcha })).code
		expect(await attempt(await testServer.visit({ address: anna.address }))).toBe(800)
		const roaming = await testServer.visit()
		roaming.cookie = anna.cookie
		await roaming.reload()
		expect(await attempt(roaming)).toBe(800)
		const elsewhere = await testServer.visit({ host: hostB, address: anna.address })
		elsewhere.cookie = anna.cookie
		await elsewhere.reload()
		expect(await attempt(elsewhere, 'zoe')).toBe(800)
		expect(await attempt(anna)).toBe(200)
	})

	test('[LOGIN-35] one of two concurrent sign-ins with the same pass succeeds', async () => {
		await testServer.set('A', { challengeOpen: true })
		const anna = await testServer.visit()
		const fields = { ...loginFields('anna'), captcha: await solved(anna) }
		const replies = await Promise.all([anna.send(login, fields), anna.send(login, fields)])
		expect(replies.map(({ code }) => code).sort()).toEqual([200, 800])
	})

	test('[API-38] neither answer nor pass is logged', async () => {
		await testServer.set('A', { challengeOpen: true })
		const anna = await testServer.visit()
		const captcha = await solved(anna)
		await anna.send(login, { ...loginFields('anna', 'wrong'), captcha })
		expect(testServer.logged()).not.toContain(captcha)
	})
})

describe('the challenge opens by risk', () => {
	test('[LOGIN-34, LOGIN-36] after three failed sign-ins of an address, for every name from there', async () => {
		const client = await testServer.visit()
		for (const name of ['anna', 'ben', 'nobody']) {
			expect(await open(client)).toBe(0)
			expect((await client.send(login, loginFields(name, 'wrong'))).code).toBe(1004)
		}
		expect(await open(client)).toBe(1)
		expect((await client.send(login, loginFields('both'))).code).toBe(400)
		expect(await open(await testServer.visit())).toBe(0)
		expect(await open(await testServer.visit({ host: hostB, address: client.address }))).toBe(0)
		expect((await client.send(login, { ...loginFields('both'), captcha: await solved(client) })).code).toBe(200)
	})

	test('[LOGIN-36, LOGIN-39] after three failures of a name, from every address, whether it exists or not', async () => {
		for (const name of ['anna', 'nobody']) {
			for (let i = 0; i < 3; i++) await (await testServer.visit()).send(login, loginFields(name, 'wrong'))
			const client = await testServer.visit()
			expect(await open(client)).toBe(0)
			expect(await client.send(login, loginFields(name))).toMatchObject({ http: 400, code: 400 })
		}
		const anna = await testServer.visit()
		expect((await anna.send(login, loginFields('ben'))).code).toBe(200)
		expect((await anna.send(login, { ...loginFields('anna'), captcha: await solved(anna) })).code).toBe(200)
		// The right password made it good.
		expect((await (await testServer.visit()).send(login, loginFields('anna'))).code).toBe(200)
	})

	test('[LOGIN-42] requesting a challenge is not a guess, and it is required before the limit of guesses', async () => {
		const client = await testServer.visit()
		const attempt = async (captcha = '') => await client.send(login, { ...loginFields('anna', 'wrong'), captcha })
		for (let i = 0; i < 3; i++) await attempt()
		for (let i = 0; i < 12; i++) expect((await attempt()).code).toBe(400)
		for (let i = 0; i < 7; i++) expect((await attempt(await testServer.pass(client))).code).toBe(1004)
		expect((await attempt()).code).toBe(400)
		expect(await attempt(await testServer.pass(client))).toMatchObject({ http: 429, code: 1002 })
	})

	test('[LOGIN-34] while meeting ids are being guessed: three more after ten mistakes', async () => {
		const client = await testServer.visit({ host: hostA })
		const join = (meetingId: string) =>
			client.send('POST /meeting/joinMeeting', { meeting_id: meetingId, display_name: 'Guest', action: 'webJoin' })
		const look = (meetingId: string) => client.send(`GET /meeting/meetings/${meetingId}`)
		for (let tried = 1; tried <= 13; tried++) {
			expect(await open(client)).toBe(0)
			const id = String(100_000_000 + tried)
			expect(tried % 2 === 0 ? (await join(id)).code : (await look(id)).http).toBe(tried % 2 === 0 ? 805 : 404)
		}
		expect(await open(client)).toBe(1)
	})
})
