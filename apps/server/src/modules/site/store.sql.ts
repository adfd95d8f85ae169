import * as v from 'valibot'
import type { Db } from '../../platform/db.ts'
import { cipherOf } from '../../platform/fieldCipher.ts'
import { SiteSettings, type SiteStore, toCompanyId, toSiteId } from './store.ts'

type SiteTables = {
	sites: {
		id: string
		host: string
		is_default: number
		name: string
		settings: string
		shell_secret: string | null
		created_at: number
	}
	companies: { id: string; site_id: string; created_at: number }
	site_pages: { site_id: string; name: string; language: string; markdown: string; updated_at: number }
}

/** `firstCompanyId` of a site without companies. */
const noCompany = 'none'

export function createSqlSiteStore(database: Db): SiteStore {
	const db = database.$extendTables<SiteTables>()
	/** Only shell secrets are encrypted; a database that was opened without its keys has its sites all the same. */
	const cipher = () => cipherOf(database)
	return {
		async all() {
			const rows = await db
				.selectFrom('sites')
				.select(['id', 'host', 'is_default', 'name', 'settings'])
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
				.values({
					id,
					host,
					name,
					is_default: isDefault ? 1 : 0,
					settings: JSON.stringify(settings),
					shell_secret: null,
					created_at: at,
				})
				.execute()
		},
		async findPage(siteId, name, language) {
			const row = await db
				.selectFrom('site_pages')
				.select('markdown')
				.where('site_id', '=', siteId)
				.where('name', '=', name)
				.where('language', '=', language)
				.executeTakeFirst()
			return row?.markdown
		},
		async savePage({ siteId, name, language, markdown }, at) {
			await db
				.insertInto('site_pages')
				.values({ site_id: siteId, name, language, markdown, updated_at: at })
				.onConflict(conflict =>
					conflict.columns(['site_id', 'name', 'language']).doUpdateSet({ markdown, updated_at: at }),
				)
				.execute()
		},
		async removePage(siteId, name, language) {
			await db
				.deleteFrom('site_pages')
				.where('site_id', '=', siteId)
				.where('name', '=', name)
				.where('language', '=', language)
				.execute()
		},
		async shellSecret(id) {
			const row = await db.selectFrom('sites').select('shell_secret').where('id', '=', id).executeTakeFirst()
			const stored = row?.shell_secret
			return typeof stored === 'string' ? cipher().decrypt('sites.shell_secret', stored) : undefined
		},
		async saveShellSecret(id, secret) {
			await db
				.updateTable('sites')
				.set({ shell_secret: cipher().encrypt('sites.shell_secret', secret) })
				.where('id', '=', id)
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
