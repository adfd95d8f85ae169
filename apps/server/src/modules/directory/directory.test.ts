import type { CompanyId, UserId } from '@parley/core'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '../../platform/database.ts'
import { randomIds } from '../../platform/ids.ts'
import { onEveryDatabase } from '../../platform/testing/index.ts'
import { sqlAccountStore } from '../account/index.ts'
import { sqlCompanyStore } from '../company/index.ts'
import { SiteSettings, sqlSiteStore } from '../site/index.ts'
import { type DirectoryService, directoryService, sqlDirectoryStore } from './index.ts'

const company = 'c1' as CompanyId
const other = 'c2' as CompanyId
const ada = 'u1' as UserId

onEveryDatabase('the directory', open => {
	let database: OpenDatabase
	let directory: DirectoryService

	beforeEach(async () => {
		database = await open()
		const siteId = 's1' as never
		const settings = v.parse(SiteSettings, {})
		await sqlSiteStore(database.db).insert({ id: siteId, host: 'a.b', name: 'A', isDefault: true, settings }, 1)
		for (const id of [company, other]) await sqlCompanyStore(database.db).insert({ id, siteId, name: id, type: 1 }, 1)
		const person = { id: ada, siteId, name: 'ada', displayName: 'Ada', isComplete: true }
		const nothing = {
			passwordHash: null,
			mobile: null,
			mobileCode: null,
			source: null,
			picture: null,
			lastCompanyId: null,
		}
		await sqlAccountStore(database.db).insert({ ...person, ...nothing }, 1)
		directory = directoryService({ store: sqlDirectoryStore(database.db), ids: randomIds })
	})
	afterEach(() => database.close())

	test('a path is made once, with numbers of the company', async () => {
		const platform = await directory.ensurePath(company, ['R&D', 'Platform'])
		expect(await directory.ensurePath(company, ['R&D', 'Platform'])).toEqual(platform)
		await directory.ensurePath(company, ['Platform'])
		await directory.ensurePath(other, ['R&D'])
		const rows = await directory.ofCompany(company)
		expect(rows.map(({ number, name, parentNumber }) => [number, name, parentNumber])).toEqual([
			['1001', 'R&D', null],
			['1002', 'Platform', '1001'],
			['1003', 'Platform', null],
		])
		expect(await directory.ofCompany(other)).toMatchObject([{ number: '1001', name: 'R&D' }])
		expect(await directory.ensurePath(company, [])).toBeUndefined()
	})

	test('a person is in a department once, and in the company of that department', async () => {
		const department = await directory.ensurePath(company, ["Robert'); drop table departments; --"])
		for (let times = 0; times < 2; times++) await directory.place(ada, department?.id ?? '')
		expect(await directory.placements(company)).toEqual([{ departmentId: department?.id, userId: ada }])
		expect(await directory.placements(other)).toEqual([])
	})
})
