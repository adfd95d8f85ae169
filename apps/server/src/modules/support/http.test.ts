import { CompanyId, SiteId } from '@parley/core'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestServer, hostB, type TestServer } from '../../testing/testServer.ts'
import { createSqlComplaintStore } from './store.sql.ts'

let testServer: TestServer
beforeEach(async () => {
	testServer = await createTestServer()
	await testServer.nouns.company.companies.saveInvitationCode(v.parse(CompanyId, 'X'), 'come-in-please-1')
})
afterEach(() => testServer.close())

const route = 'GET /meeting/siteControl/getInvitationInfo'

test('[API-08] [ROUTE-31] an invitation names who invites, to what, and where to get the app', async () => {
	const iosUrl = 'https://apps.example/parley'
	await testServer.set('A', { productName: 'Parley Meet', telephone: '400-1', iosUrl })
	const guest = await testServer.visit()
	const reply = await guest.send(route, { code: 'come-in-please-1', language: 'en' })
	expect(reply).toMatchObject({ http: 200, code: 200 })
	expect(reply.data).toEqual({ corpName: 'Company X', productName: 'Parley Meet', telephone: '400-1', iosUrl })
})

test('[API-08] without a code the site says where to get its app', async () => {
	const androidUrl = 'https://get.example/parley.apk'
	await testServer.set('A', { androidUrl })
	const reply = await (await testServer.visit()).send(route, { code: '' })
	expect(reply.data).toMatchObject({ corpName: 'A', androidUrl })
})

test('[API-08] an unissued code, and one of another site, do not exist', async () => {
	const guest = await testServer.visit()
	expect(await guest.send(route, { code: 'come-in-please-2' })).toMatchObject({ http: 404, code: 404 })
	expect(await guest.send(route, {})).toMatchObject({ http: 422 })
	const elsewhere = await testServer.visit({ host: hostB })
	expect(await elsewhere.send(route, { code: 'come-in-please-1' })).toMatchObject({ http: 404 })
})

describe('a complaint', () => {
	const complain = 'POST /meeting/addComplaint'
	const kept = async (site = 'A') =>
		await createSqlComplaintStore(testServer.database.db).listBySite(v.parse(SiteId, site), 100)
	const fields = (complaintContent: unknown, more: object = {}) => ({
		complaintContent,
		complaintDisplayName: 'Display anna',
		complaintUid: 'u-anna',
		...more,
	})

	test('is kept for ever, or for the days its site says', async () => {
		const anna = await testServer.signIn('anna')
		await anna.send(complain, fields('The sound is gone'))
		testServer.clock.advance(31 * 86_400_000)
		await testServer.nouns.support.complaints.removeOld()
		expect(await kept()).toHaveLength(1)
		await testServer.set('A', { complaintDays: 32 })
		await testServer.nouns.support.complaints.removeOld()
		expect(await kept()).toHaveLength(1)
		await testServer.set('A', { complaintDays: 30 })
		await testServer.nouns.support.complaints.removeOld()
		expect(await kept()).toEqual([])
	})

	test('[API-28] is stored with its author, place and time', async () => {
		const anna = await testServer.signIn('anna')
		expect(await anna.send(complain, fields('The room is cold'))).toMatchObject({ http: 200, code: 200 })
		expect(await kept()).toMatchObject([
			{
				author: { companyId: 'X', userId: 'u-anna', userName: 'anna', displayName: 'Display anna' },
				content: 'The room is cold',
				at: testServer.clock.now(),
			},
		])
		expect(await kept('B')).toEqual([])
	})

	test('[API-28, OP-131] belongs to the signed-in person, whatever the body says', async () => {
		const ben = await testServer.signIn('ben')
		await ben.send(complain, fields('x', { complaintDisplayName: 'Somebody', site_id: 'B', user_id: 'u-anna' }))
		expect(await kept()).toMatchObject([{ author: { userId: 'u-ben', displayName: 'Display ben' }, siteId: 'A' }])
		await ben.send(complain, { complaintContent: 'y' })
		expect(await kept()).toHaveLength(2)
	})

	test('[COMP-02] is trimmed and without emoji, and has at most 200 characters', async () => {
		const anna = await testServer.signIn('anna')
		await anna.send(complain, fields(' 😀 Cold\u0000\u202e \n room '))
		expect(await anna.send(complain, fields('冷'.repeat(200)))).toMatchObject({ code: 200 })
		expect(await anna.send(complain, fields('冷'.repeat(201)))).toMatchObject({ http: 422, code: 42201 })
		expect((await kept()).map(({ content }) => content).sort()).toEqual(['Cold room', '冷'.repeat(200)])
	})

	test.each(['', '  \n ', '😀👨‍👩‍👧'])('[COMP-01] %j is none', async text => {
		const anna = await testServer.signIn('anna')
		expect(await anna.send(complain, fields(text))).toMatchObject({ http: 422, code: 42201 })
		expect(await kept()).toEqual([])
	})

	test('[API-28] is for members, with the token of the page', async () => {
		expect(await (await testServer.visit()).send(complain, fields('x'))).toMatchObject({ http: 401 })
		const anna = await testServer.signIn('anna')
		expect(await anna.send(complain, fields('x'), { csrf: null })).toMatchObject({ http: 419 })
		expect(await anna.send(complain, fields(5))).toMatchObject({ http: 422, message: 'complaintContent' })
		expect(await kept()).toEqual([])
	})

	test('[API-28] one person may make twenty a day', async () => {
		const replies = []
		for (let i = 0; i < 21; i++)
			replies.push(await (await testServer.signIn('anna')).send(complain, fields(`number ${i}`)))
		expect(replies.slice(0, 20).every(({ code }) => code === 200)).toBe(true)
		expect(replies[20]).toMatchObject({ http: 429, code: 429 })
		expect(Number(replies[20]?.headers['retry-after'])).toBeGreaterThan(0)
		expect(await (await testServer.signIn('ben')).send(complain, fields('x'))).toMatchObject({ code: 200 })
	})

	describe('about a live', () => {
		const report = 'POST /live/reportProblem'
		const problem = {
			meetingId: '123456789',
			complaintContent: ' It flickers 😀',
			figures: 'low 1.2s\u001b[2J 1280x720',
		}

		test('of a guest is kept with the figures of the player, and nothing of the guest', async () => {
			expect(await (await testServer.visit()).send(report, problem)).toMatchObject({ http: 200, code: 200 })
			expect(await kept()).toEqual([
				{
					id: expect.any(String),
					siteId: 'A',
					content: 'It flickers',
					live: { meetingId: '123456789', figures: 'low 1.2s[2J 1280x720' },
					at: testServer.clock.now(),
				},
			])
		})

		test('of a member is theirs', async () => {
			await (await testServer.signIn('ben')).send(report, problem)
			expect(await kept()).toMatchObject([{ author: { userId: 'u-ben' }, live: { meetingId: '123456789' } }])
		})

		test('says something, in as many characters as any other', async () => {
			const guest = await testServer.visit()
			for (const complaintContent of ['', '😀', 'x'.repeat(201)])
				expect(await guest.send(report, { ...problem, complaintContent })).toMatchObject({ http: 422, code: 42201 })
			expect(await guest.send(report, { ...problem, meetingId: '../1' })).toMatchObject({ http: 422 })
			expect(await guest.send(report, { ...problem, figures: 'f'.repeat(900) })).toMatchObject({ code: 200 })
			expect((await kept()).map(({ live }) => live?.figures.length)).toEqual([200])
			expect(await guest.send(report, problem, { csrf: null })).toMatchObject({ http: 419 })
		})

		test('a guest may make five a day, and an address sixty', async () => {
			await testServer.close()
			testServer = await createTestServer({ callLimits: false })
			const address = '192.0.2.7'
			const guest = await testServer.visit({ address })
			const send = async (client: typeof guest) => (await client.send(report, problem)).http
			for (let i = 0; i < 5; i++) expect(await send(guest)).toBe(200)
			expect(await send(guest)).toBe(429)
			const others = []
			for (let i = 0; i < 56; i++) others.push(await send(await testServer.visit({ address })))
			expect(others.filter(http => http === 200)).toHaveLength(55)
			expect(others[55]).toBe(429)
		})
	})

	test('[API-38] does not reach the log, even when the store fails', async () => {
		const anna = await testServer.signIn('anna')
		await anna.send(complain, fields('Quiet words'))
		await testServer.database.close()
		expect(await anna.send(complain, fields('Quiet words'))).toMatchObject({ http: 500 })
		expect(testServer.logged()).not.toContain('Quiet words')
		testServer.database.close = async () => {}
	})
})
