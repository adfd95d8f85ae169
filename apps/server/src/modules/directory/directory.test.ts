import type { CompanyId, UserId } from '@parley/core'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '../../platform/database.ts'
import { randomIds } from '../../platform/ids.ts'
import { describeOnEveryDatabase } from '../../platform/testing/index.ts'
import { type Account, createSqlAccountStore } from '../account/index.ts'
import { createSqlCompanyStore } from '../company/index.ts'
import { createSqlSiteStore, SiteSettings } from '../site/index.ts'
import { createSqlDirectoryStore, type DirectoryService, openDirectory } from './index.ts'
import type { PeopleQuery } from './store.ts'

const company = 'c1' as CompanyId
const other = 'c2' as CompanyId
const ada = 'u1' as UserId

describeOnEveryDatabase('the directory', open => {
	let database: OpenDatabase
	let directory: DirectoryService

	beforeEach(async () => {
		database = await open()
		const siteId = 's1' as never
		const settings = v.parse(SiteSettings, {})
		await createSqlSiteStore(database.db).insert({ id: siteId, host: 'a.b', name: 'A', isDefault: true, settings }, 1)
		for (const id of [company, other])
			await createSqlCompanyStore(database.db).insert({ id, siteId, name: id, type: 1 }, 1)
		await insert({ id: ada, name: 'ada', displayName: 'Ada' })
		directory = openDirectory({ db: database.db, ids: randomIds })
	})
	afterEach(() => database.close())

	async function insert(person: Pick<Account, 'id' | 'name' | 'displayName'> & Partial<Account>) {
		const nothing = {
			passwordHash: null,
			corporateHash: null,
			mobile: null,
			mobileCode: null,
			source: null,
			picture: null,
			lastCompanyId: null,
		}
		const siteId = 's1' as never
		await createSqlAccountStore(database.db).insert({ siteId, isComplete: true, ...nothing, ...person }, 1)
	}
	/** Adds a person to a company and to a department of it. */
	async function hire(
		name: string,
		{
			at = company,
			displayName = name,
			userType = 1,
			path = [] as string[],
			...more
		}: Partial<Account> & {
			at?: CompanyId
			userType?: number
			path?: string[]
		} = {},
	) {
		const id = `u-${name}` as UserId
		await insert({ id, name, displayName, ...more })
		await createSqlAccountStore(database.db).addMembership({ userId: id, companyId: at, userType, isDefault: true })
		const department = await directory.ensureDepartmentPath(at, path)
		if (department) await directory.addToDepartment(id, department.id)
		return id
	}
	const store = () => createSqlDirectoryStore(database.db)
	const found = async (name: string, query: Partial<PeopleQuery> = {}) =>
		(await store().search({ companyId: company, name, excludedUserTypes: [], limit: 50, ...query })).map(
			one => one.name,
		)

	describe('people of a department', () => {
		test('[API-26] are those in it, not those below it nor beside it, by display name', async () => {
			await hire('zed', { displayName: 'Alf', path: ['R&D'] })
			await hire('abe', { displayName: 'Zoe', path: ['R&D'] })
			await hire('low', { path: ['R&D', 'Platform'] })
			await hire('out', { at: other, path: ['R&D'] })
			const [department] = await directory.listDepartments(company)
			const people = await store().listPeopleInDepartment(company, department?.number ?? '', 10)
			expect(people.map(({ name, departmentNumber }) => [name, departmentNumber])).toEqual([
				['zed', '1001'],
				['abe', '1001'],
			])
			expect(await store().listPeopleInDepartment(company, department?.number ?? '', 1)).toHaveLength(1)
			expect(await store().listPeopleInDepartment(other, '1002', 10)).toEqual([])
		})

		test('[API-26] excludes people who left all its companies, or have no name yet', async () => {
			await hire('left', { path: ['R&D'] })
			await hire('fresh', { path: ['R&D'], isComplete: false })
			await hire('stays', { path: ['R&D'] })
			await database.db
				.$extendTables<{ memberships: { user_id: string } }>()
				.deleteFrom('memberships')
				.where('user_id', '=', 'u-left')
				.execute()
			expect((await store().listPeopleInDepartment(company, '1001', 10)).map(one => one.name)).toEqual(['stays'])
		})
	})

	describe('people by name', () => {
		test('[API-27] by any part of the display name, or the beginning of the login name, in any case', async () => {
			await hire('hanmei', { displayName: '韩梅 Han', path: ['R&D'] })
			await hire('lilei', { displayName: '李雷' })
			expect(await found('梅')).toEqual(['hanmei'])
			expect(await found('hAN')).toEqual(['hanmei'])
			expect(await found('LI')).toEqual(['lilei'])
			expect(await found('ilei')).toEqual([])
			const [one] = await store().search({ companyId: company, name: '梅', excludedUserTypes: [], limit: 1 })
			expect(one).toEqual({
				id: 'u-hanmei',
				name: 'hanmei',
				displayName: '韩梅 Han',
				mobile: null,
				departmentNumber: '1001',
			})
		})

		test('[API-27] each once, with the first of their departments in this company', async () => {
			await directory.ensureDepartmentPath(company, ['First of all'])
			const id = await hire('hanmei', { path: ['Z'] })
			const second = await directory.ensureDepartmentPath(company, ['A'])
			await directory.addToDepartment(id, second?.id ?? '')
			const elsewhere = await directory.ensureDepartmentPath(other, ['0'])
			await directory.addToDepartment(id, elsewhere?.id ?? '')
			const entries = await store().search({ companyId: company, name: 'han', excludedUserTypes: [], limit: 50 })
			expect(entries.map(({ departmentNumber }) => departmentNumber)).toEqual(['1002'])
		})

		test('[API-27] of this company alone, complete, not of a type left out, and no more than asked for', async () => {
			await hire('ann1', { path: ['R&D'] })
			await hire('ann2', { userType: 5 })
			await hire('ann3', { at: other })
			await hire('ann4', { isComplete: false })
			await hire('ann5')
			expect(await found('ann')).toEqual(['ann1', 'ann2', 'ann5'])
			expect(await found('ann', { excludedUserTypes: [5] })).toEqual(['ann1', 'ann5'])
			expect(await found('ann', { limit: 1 })).toEqual(['ann1'])
		})

		test.each(['%', '_', '\\', "' or 1=1 --", '100%'])('[API-27] %s means itself', async text => {
			await hire('plain', { displayName: 'Plain' })
			expect(await found(text)).toEqual([])
			await hire('odd', { displayName: `x${text}y` })
			expect(await found(text)).toEqual(['odd'])
		})

		test('[ENT-15] a login name that is a number is not found digit by digit', async () => {
			await hire('13800138000', { displayName: 'Phone', mobile: '13800138000', mobileCode: '86' })
			await hire('852-91234567', { displayName: 'Abroad', mobile: '91234567', mobileCode: '852' })
			await hire('138fan', { displayName: 'Fan', mobile: '13900139000', mobileCode: '86' })
			expect(await found('138')).toEqual(['138fan'])
			expect(await found('852-9')).toEqual([])
			expect(await found('phone')).toEqual(['13800138000'])
		})

		test('[API-27] under the name they have now, and under none once they are gone', async () => {
			const id = await hire('hanmei', { displayName: '韩梅 Han' })
			const users = database.db.$extendTables<{ users: { id: string; display_name: string; name_key: string } }>()
			await users
				.updateTable('users')
				.set({ display_name: 'Hanna 王', name_key: 'hanna' })
				.where('id', '=', id)
				.execute()
			expect(await found('梅')).toEqual([])
			expect(await found('hanmei')).toEqual([])
			expect(await found('王')).toEqual(['hanmei'])
			expect(await found('hanna')).toEqual(['hanmei'])
			await users.deleteFrom('users').where('id', '=', id).execute()
			const keys = database.db.$extendTables<{ people_search_keys: { user_id: string } }>()
			const left = keys.selectFrom('people_search_keys').selectAll().where('user_id', '=', id)
			expect(await left.execute()).toEqual([])
		})

		test('[OP-100] by the whole login name in any case', async () => {
			await hire('HanMei')
			const query = { companyId: company, excludedUserTypes: [5] }
			expect((await store().findByName({ ...query, name: 'hanmei' }))?.id).toBe('u-HanMei')
			expect(await store().findByName({ ...query, name: 'hanme' })).toBeUndefined()
			expect(await store().findByName({ ...query, companyId: other, name: 'hanmei' })).toBeUndefined()
			expect(await store().findByName({ ...query, excludedUserTypes: [1], name: 'hanmei' })).toBeUndefined()
		})
	})

	describe('who is named', () => {
		test('[HOST-03] [HOST-04] [LIST-10] may host: people of the company, except scanners', async () => {
			const host = await hire('host')
			const scanner = await hire('scanner', { userType: 5 })
			const fresh = await hire('fresh', { isComplete: false })
			const stranger = await hire('stranger', { at: other })
			expect(await directory.canHost(company, host)).toBe(true)
			for (const id of [scanner, fresh, stranger, ada, 'nobody' as UserId])
				expect(await directory.canHost(company, id)).toBe(false)
		})

		test('[ENT-05] is of the company, each of them, or nothing is answered', async () => {
			const people = [await hire('one', { userType: 5 }), await hire('two', { path: ['R&D', 'Platform'] })]
			const fresh = await hire('fresh', { isComplete: false })
			const stranger = await hire('stranger', { at: other, path: ['Far'] })
			await directory.ensureDepartmentPath(other, ['Far', 'Farther', 'Farthest'])
			const numbers = ['1002', '1001']
			const ids = (await directory.listDepartments(company)).map(({ id }) => id)
			const found = await directory.findDepartmentIds(company, { people: people, numbers })
			expect(found?.toSorted()).toEqual(ids.toSorted())
			expect(await directory.findDepartmentIds(company, { people: people, numbers: [] })).toEqual([])
			expect(await directory.findDepartmentIds(company, { people: [], numbers: ['1001'] })).toHaveLength(1)
			for (const id of [stranger, fresh, ada, "' or 1=1" as UserId])
				expect(await directory.findDepartmentIds(company, { people: [...people, id], numbers })).toBeUndefined()
			expect(await directory.findDepartmentIds(company, { people: people, numbers: ['1001', '1003'] })).toBeUndefined()
		})
	})

	test('a path is made once, with numbers of the company', async () => {
		const platform = await directory.ensureDepartmentPath(company, ['R&D', 'Platform'])
		expect(await directory.ensureDepartmentPath(company, ['R&D', 'Platform'])).toEqual(platform)
		await directory.ensureDepartmentPath(company, ['Platform'])
		await directory.ensureDepartmentPath(other, ['R&D'])
		const rows = await directory.listDepartments(company)
		expect(rows.map(({ number, name, parentNumber }) => [number, name, parentNumber])).toEqual([
			['1001', 'R&D', null],
			['1002', 'Platform', '1001'],
			['1003', 'Platform', null],
		])
		expect(await directory.listDepartments(other)).toMatchObject([{ number: '1001', name: 'R&D' }])
		expect(await directory.ensureDepartmentPath(company, [])).toBeUndefined()
	})

	test('a person is in a department once, and in the company of that department', async () => {
		const department = await directory.ensureDepartmentPath(company, ["Robert'); drop table departments; --"])
		for (let times = 0; times < 2; times++) await directory.addToDepartment(ada, department?.id ?? '')
		expect(await directory.listPlacements(company)).toEqual([{ departmentId: department?.id, userId: ada }])
		expect(await directory.listPlacements(other)).toEqual([])
	})
})
