import { CompanyId, UserId } from '@parley/core'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestServer, type PersonName, type TestClient, type TestServer } from '../../testing/testServer.ts'

let testServer: TestServer
let anna: TestClient

beforeEach(async () => {
	testServer = await createTestServer()
	for (const [company, path, names] of [
		['X', ['Works'], ['anna', 'otto']],
		['X', ['Works', 'Platform'], ['ben', 'both']],
		['Y', ['Works'], ['both', 'yves']],
		['P', ['Nobody'], ['mona']],
		['Z', ['Works'], ['zoe']],
	] as const) {
		const department = await testServer.nouns.directory.directory.ensureDepartmentPath(
			v.parse(CompanyId, company),
			path,
		)
		for (const name of names)
			await testServer.nouns.directory.directory.addToDepartment(v.parse(UserId, `u-${name}`), department?.id ?? '')
	}
	anna = await testServer.signIn('anna')
})
afterEach(() => testServer.close())

/** The list, with everything around it as the field has it. */
async function asked(client: TestClient, route: string, fields: object = {}, options = {}) {
	const reply = await client.send(route, fields, options)
	expect(reply.http).toBe(200)
	const body = JSON.parse(reply.text)
	expect(body).toEqual({ code: '0', dataResult: expect.any(Array) })
	return body.dataResult
}

describe.each(['auth', 'corp'])('the directory under /%s', prefix => {
	const departments = `GET /${prefix}/departmentList`
	const people = `POST /${prefix}/getUserInfoByDeptId`
	const search = `POST /${prefix}/getGroupUserInfo`

	test('[API-25, ENT-14, OP-059, OP-099] lists the departments of the own company', async () => {
		expect(await asked(anna, departments)).toEqual([
			{ groupId: expect.any(String), groupNumber: '1001', groupName: 'Works', groupLevel: 1, parentNumber: '' },
			{ groupId: expect.any(String), groupNumber: '1002', groupName: 'Platform', groupLevel: 2, parentNumber: '1001' },
		])
	})

	test('[API-26, ENT-15] lists the people of a department, with covered numbers', async () => {
		expect(await asked(anna, people, { groupNumber: '1001' })).toEqual([
			{
				userId: 'u-anna',
				nickName: 'Display anna',
				groupNumber: '1001',
				groupFullName: 'Works',
				gender: 0,
				mobile: '',
				loginId: 'anna',
			},
			{
				userId: 'u-otto',
				nickName: 'Display otto',
				groupNumber: '1001',
				groupFullName: 'Works',
				gender: 0,
				mobile: '138****8002',
				loginId: 'otto',
			},
		])
		const below = await asked(anna, people, { groupNumber: '1002' })
		expect(below.map((one: { groupFullName: string }) => one.groupFullName)).toEqual([
			'Works/Platform',
			'Works/Platform',
		])
		expect(await asked(anna, people, { groupNumber: '9999' })).toEqual([])
	})

	test('[API-27, ENT-15] finds people by name', async () => {
		const found = await asked(anna, search, { name: ' otto ' })
		expect(found).toMatchObject([{ userId: 'u-otto', groupNumber: '1001', mobile: '138****8002' }])
		// In no department.
		expect(await asked(anna, search, { name: 'Display admin' })).toMatchObject([{ groupNumber: '', groupFullName: '' }])
		expect(await asked(anna, search, { name: '  ' })).toEqual([])
		expect(await asked(anna, search, { name: '😀' })).toEqual([])
	})

	test('[ENT-15] one sees the whole of a number of one’s own', async () => {
		const otto = await testServer.signIn('otto')
		expect(await asked(otto, search, { name: 'otto' })).toMatchObject([{ mobile: '13800138002' }])
	})

	test('[MEMB-14] contains no one of another company, even one of the same person', async () => {
		for (const name of ['yves', 'zoe', 'mona', 'lone']) expect(await asked(anna, search, { name })).toEqual([])
		const both = await testServer.signIn('both')
		const idsOf = (found: { userId: string }[]) => found.map(({ userId }) => userId)
		expect(idsOf(await asked(both, search, { name: 'display' }, { corpId: 'Y' }))).toEqual(['u-both', 'u-yves'])
		expect(idsOf(await asked(both, people, { groupNumber: '1001' }, { corpId: 'Y' }))).toEqual(['u-both', 'u-yves'])
		expect(await asked(both, departments, {}, { corpId: 'Y' })).toHaveLength(1)
		const zoe = await testServer.signIn('zoe')
		expect(idsOf(await asked(zoe, people, { groupNumber: '1001' }))).toEqual(['u-zoe'])
	})

	test.each<PersonName>(['mona', 'scanner'])('[MEMB-14] is closed to %s', async name => {
		const client = await testServer.signIn(name)
		const fields = { groupNumber: '1001', name: 'display' }
		for (const route of [departments, people, search]) {
			const reply = await client.send(route, fields)
			expect(reply).toMatchObject({ http: 403, code: 403 })
			expect(reply.text).not.toContain('Display')
		}
	})

	test('[API-26, API-27] an invalid question is named', async () => {
		expect(await anna.send(people, {})).toMatchObject({ http: 422, message: 'groupNumber' })
		expect(await anna.send(people, { groupNumber: "1' or 1=1" })).toMatchObject({ http: 422, message: 'groupNumber' })
		expect(await anna.send(search, { name: ['a'] })).toMatchObject({ http: 422, message: 'name' })
		expect(await anna.send(search, { name: 'x'.repeat(101) })).toMatchObject({ http: 422, message: 'name' })
		expect(await anna.send(search, { name: 'otto' }, { csrf: null })).toMatchObject({ http: 419 })
		expect(await asked(anna, search, { name: 'a\u0000b\ud800' })).toEqual([])
	})

	test('[API-27] a search returns at most fifty, however many match', async () => {
		for (let i = 0; i < 55; i++) {
			await testServer.nouns.account.accounts.create({
				siteId: 'A' as never,
				companyId: 'X' as never,
				name: `many${i}`,
				displayName: 'Many',
				userType: 1,
			})
		}
		expect(await asked(anna, search, { name: 'many' })).toHaveLength(50)
	})
})

describe('who may host', () => {
	const route = 'GET /meeting/users/getHostUser'
	const hosts = async (fields: object, client = anna, options = {}) => (await client.send(route, fields, options)).data

	test('[API-24, ENT-16, HOST-02] is found by a part of the display name', async () => {
		expect(await hosts({ displayName: 'lay ben' })).toEqual([{ id: 'u-ben', name: 'ben', display_name: 'Display ben' }])
		expect(await hosts({ displayName: '' })).toEqual([])
		expect(await hosts({ displayName: 'nobody' })).toEqual([])
	})

	test('[API-24, HOST-03, HOST-04] is there, or not, by the whole login name', async () => {
		expect(await hosts({ name: 'OLGA' })).toEqual([{ id: 'u-olga', name: 'olga', display_name: 'Display olga' }])
		for (const name of ['olg', 'yves', 'zoe', 'lone', '%', "' or 1=1 --", 'a\u0000']) {
			expect(await hosts({ name })).toEqual([])
		}
	})

	test('[LIST-10] excludes scanners', async () => {
		expect(await hosts({ name: 'scanner' })).toEqual([])
		expect(await hosts({ displayName: 'scanner' })).toEqual([])
	})

	test('[API-24] is of the company one speaks for', async () => {
		const both = await testServer.signIn('both')
		expect(await hosts({ name: 'yves' }, both, { corpId: 'Y' })).toHaveLength(1)
		expect(await hosts({ name: 'yves' }, both, { corpId: 'X' })).toEqual([])
	})

	test('[API-24] is not revealed to people who are not colleagues, nor without a question', async () => {
		for (const name of ['mona', 'scanner'] as const) {
			expect(await (await testServer.signIn(name)).send(route, { name: 'ben' })).toMatchObject({ http: 403 })
		}
		expect(await anna.send(route)).toMatchObject({ http: 422, message: 'displayName' })
	})
})

test('[OP-059] the documentation says that the code is text here', async () => {
	const { paths } = JSON.parse((await testServer.app.inject('/docs/openapi.json')).body)
	const answer = paths['/corp/departmentList'].get.responses[200].content['application/json'].schema
	expect(answer.properties.code).toEqual({ const: '0' })
	expect(answer.properties).toHaveProperty('dataResult')
})
