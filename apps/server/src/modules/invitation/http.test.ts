import { CompanyId, SiteId, UserId } from '@parley/core'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '../../platform/database.ts'
import { describeOnEveryDatabase } from '../../platform/testing/index.ts'
import { createTestServer, type PersonName, type TestClient, type TestServer } from '../../testing/testServer.ts'

const pending = 'GET /corp/getAllUnTreatedInvitation'
const treat = 'POST /corp/treatInvitation'
const [accept, refuse] = [1, 2]

let testServer: TestServer
let anna: TestClient

/** The company has an invitation for the person. */
async function invite(company: string, name: PersonName, userType = 1, site = 'A') {
	const { nouns } = testServer
	const found = await nouns.company.companies.find(v.parse(CompanyId, company))
	if (!found) throw new Error(`no company ${company}`)
	const person = { id: v.parse(UserId, `u-${name}`), siteId: v.parse(SiteId, site) }
	return await nouns.invitation.invitations.invite(found, person, userType)
}
const companiesOf = async (client: TestClient) => {
	const { corps } = (await client.send('GET /auth/me')).data
	return corps.map(({ corpId, userType }: { corpId: string; userType: number }) => [corpId, userType])
}

describeOnEveryDatabase('invitations of companies', (open: () => Promise<OpenDatabase>) => {
	beforeEach(async () => {
		testServer = await createTestServer({ database: await open() })
		anna = await testServer.signIn('anna')
	})
	afterEach(() => testServer.close())

	test('[API-11, ENT-13] names the inviting company, whichever company the person currently uses', async () => {
		await invite('Y', 'anna')
		const reply = await anna.send(pending, {}, { corpId: 'X' })
		expect(reply).toMatchObject({ http: 200, code: 200, data: [{ siteId: 'Y', corpName: 'Company Y' }] })
		expect((await (await testServer.signIn('ben')).send(pending)).data).toEqual([])
		expect(await anna.send(pending, {}, { corpId: 'Y' })).toMatchObject({ http: 403 })
	})

	test('[API-12, CORP-04] accepted, one is in the company with the rights that were meant, and may speak for it', async () => {
		await invite('Y', 'anna', 6)
		expect(await anna.send(treat, { action: accept, siteId: 'Y' })).toMatchObject({
			http: 200,
			code: 200,
			data: { corpId: 'Y' },
		})
		expect(await companiesOf(anna)).toEqual([
			['X', 1],
			['Y', 6],
		])
		expect((await anna.send(pending)).data).toEqual([])
		expect(await anna.send('GET /meeting/users/meetings', {}, { corpId: 'Y' })).toMatchObject({ http: 200 })
		expect((await anna.send('GET /auth/me')).data.corps[0]).toMatchObject({ corpId: 'X', isDefault: 1 })
	})

	test('[API-12, CORP-05] refused, it is forgotten, and one goes on where one is', async () => {
		await invite('Y', 'anna')
		expect(await anna.send(treat, { action: refuse, siteId: 'Y' })).toMatchObject({ code: 200, data: { corpId: 'X' } })
		expect(await companiesOf(anna)).toEqual([['X', 1]])
		expect((await anna.send(pending)).data).toEqual([])
		expect((await invite('Y', 'anna')).ok).toBe(true)
	})

	test.each([
		[accept, accept],
		[accept, refuse],
		[refuse, accept],
	])('[CORP-04] an invitation answered with %i is not there to be answered with %i', async (first, then) => {
		await invite('Y', 'anna')
		await anna.send(treat, { action: first, siteId: 'Y' })
		const before = await companiesOf(anna)
		expect(await anna.send(treat, { action: then, siteId: 'Y' })).toMatchObject({ http: 404, code: 404 })
		expect(await companiesOf(anna)).toEqual(before)
	})

	test('[CORP-04] of ten answers at once one counts', async () => {
		await invite('Y', 'anna')
		const replies = await Promise.all(
			Array.from({ length: 10 }, () => anna.send(treat, { action: accept, siteId: 'Y' })),
		)
		expect(replies.map(({ http }) => http).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 404)])
		expect(await companiesOf(anna)).toHaveLength(2)
	})

	test('[CORP-04] an invitation for another person does not exist', async () => {
		await invite('Y', 'anna')
		for (const name of ['ben', 'yves', 'zoe'] as const) {
			const client = await testServer.signIn(name)
			const before = await companiesOf(client)
			expect(await client.send(treat, { action: accept, siteId: 'Y' })).toMatchObject({ http: 404 })
			expect(await companiesOf(client)).toEqual(before)
		}
		expect((await anna.send(pending)).data).toHaveLength(1)
		expect(await anna.send(treat, { action: accept, siteId: 'P' })).toMatchObject({ http: 404 })
	})

	test('[CORP-04] rights in a company joined meanwhile stay as they are', async () => {
		await invite('Y', 'anna', 1)
		await testServer.nouns.account.accounts.addMembership({
			userId: v.parse(UserId, 'u-anna'),
			companyId: v.parse(CompanyId, 'Y'),
			userType: 7,
			isDefault: false,
		})
		expect(await anna.send(treat, { action: accept, siteId: 'Y' })).toMatchObject({ code: 200 })
		expect(await companiesOf(anna)).toContainEqual(['Y', 7])
	})

	test('[API-12] an invalid answer is named, and leaves the invitation as it is', async () => {
		await invite('Y', 'anna')
		for (const action of [0, 3, '', 'yes', null, 1.5]) {
			expect(await anna.send(treat, { action, siteId: 'Y' })).toMatchObject({ http: 422, message: 'action' })
		}
		expect(await anna.send(treat, { action: 1, siteId: "Y' or 1=1" })).toMatchObject({ http: 422, message: 'siteId' })
		expect(await anna.send(treat, { action: accept, siteId: 'Y' }, { csrf: null })).toMatchObject({ http: 419 })
		expect(await (await testServer.visit()).send(treat, { action: accept, siteId: 'Y' })).toMatchObject({ http: 401 })
		expect((await anna.send(pending)).data).toHaveLength(1)
		expect(await anna.send(treat, { action: '1', siteId: 'Y' })).toMatchObject({ code: 200 })
	})

	describe('a company', () => {
		test('[CORP-03] invites people on its site who are not members, once', async () => {
			expect(await invite('X', 'anna')).toMatchObject({ failure: 'alreadyMember' })
			expect(await invite('Y', 'zoe', 1, 'B')).toMatchObject({ failure: 'otherSite' })
			expect(await invite('P', 'anna')).toMatchObject({ failure: 'personalEdition' })
			expect(await invite('Y', 'mona')).toMatchObject({ ok: true })
			expect(await invite('Y', 'mona')).toMatchObject({ failure: 'alreadyInvited' })
		})
	})
})
