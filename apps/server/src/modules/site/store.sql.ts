import * as v from 'valibot'
import type { Db } from '../../platform/database.ts'
import { SiteSettings, type SiteStore, toCompanyId, toSiteId } from './store.ts'

type SiteTables = {
	sites: { id: string; host: string; is_default: number; name: string; settings: string; created_at: number }
	companies: { id: string; site_id: string; created_at: number }
}

/** Stands in until the first company of a site is made. */
const noCompany = 'none'

export function sqlSiteStore(database: Db): SiteStore {
	const db = database.$extendTables<SiteTables>()
	return {
		async all() {
			const rows = await db
				.selectFrom('sites')
				.selectAll()
				.select(query =>
					query
						.selectFrom('companies')
						.select('companies.id')
						.whereRef('companies.site_id', '=', 'sites.id')
						.orderBy('companies.created_at')
						.orderBy('companies.id')
						.limit(1)
						.as('first_company_id'),
				)
				.orderBy('sites.created_at')
				.execute()
			return rows.map(row => ({
				id: toSiteId(row.id),
				host: row.host,
				name: row.name,
				isDefault: row.is_default === 1,
				firstCompanyId: toCompanyId(row.first_company_id ?? noCompany),
				settings: v.parse(SiteSettings, JSON.parse(row.settings)),
			}))
		},
		async insert({ id, host, name, isDefault, settings }, at) {
			await db
				.insertInto('sites')
				.values({ id, host, name, is_default: isDefault ? 1 : 0, settings: JSON.stringify(settings), created_at: at })
				.execute()
		},
		async saveSettings(id, settings) {
			await db
				.updateTable('sites')
				.set({ settings: JSON.stringify(settings) })
				.where('id', '=', id)
				.execute()
		},
	}
}
