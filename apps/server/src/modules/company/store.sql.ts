import { CompanyId, SiteId } from '@parley/core'
import * as v from 'valibot'
import type { Db } from '../../platform/database.ts'
import type { Company, CompanyStore } from './store.ts'

type CompanyRow = {
	id: string
	site_id: string
	name: string
	type: number
	created_at: number
}

export function sqlCompanyStore(database: Db): CompanyStore {
	const db = database.$extendTables<{ companies: CompanyRow }>()
	return {
		async find(id) {
			const row = await db.selectFrom('companies').selectAll().where('id', '=', id).executeTakeFirst()
			return row && companyOf(row)
		},
		async ofSite(siteId) {
			const rows = await db
				.selectFrom('companies')
				.selectAll()
				.where('site_id', '=', siteId)
				.orderBy('created_at')
				.orderBy('id')
				.execute()
			return rows.map(companyOf)
		},
		async insert({ id, siteId, name, type }, at) {
			await db.insertInto('companies').values({ id, site_id: siteId, name, type, created_at: at }).execute()
		},
	}
}

const companyOf = ({ id, site_id, name, type }: CompanyRow): Company => ({
	id: v.parse(CompanyId, id),
	siteId: v.parse(SiteId, site_id),
	name,
	type,
})
