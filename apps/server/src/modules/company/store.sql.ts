import { CompanyId, SiteId } from '@parley/core'
import * as v from 'valibot'
import type { Db } from '../../platform/db.ts'
import { type Company, CompanySettings, type CompanyStore } from './store.ts'

type CompanyRow = {
	id: string
	site_id: string
	name: string
	type: number
	invitation_code: string | null
	settings: string
	created_at: number
}

export function createSqlCompanyStore(database: Db): CompanyStore {
	const db = database.$extendTables<{ companies: CompanyRow }>()
	return {
		async find(id) {
			const row = await db.selectFrom('companies').selectAll().where('id', '=', id).executeTakeFirst()
			return row && companyOf(row)
		},
		async findByInvitationCode(code) {
			const row = await db.selectFrom('companies').selectAll().where('invitation_code', '=', code).executeTakeFirst()
			return row && companyOf(row)
		},
		async findInvitationCode(id) {
			const row = await db.selectFrom('companies').select('invitation_code').where('id', '=', id).executeTakeFirst()
			return row?.invitation_code ?? undefined
		},
		async saveInvitationCode(id, code) {
			await db.updateTable('companies').set({ invitation_code: code }).where('id', '=', id).execute()
		},
		async listBySite(siteId) {
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
			await db
				.insertInto('companies')
				.values({ id, site_id: siteId, name, type, invitation_code: null, settings: '{}', created_at: at })
				.execute()
		},
		async saveSettings(id, settings) {
			await db
				.updateTable('companies')
				.set({ settings: JSON.stringify(settings) })
				.where('id', '=', id)
				.execute()
		},
	}
}

const companyOf = ({ id, site_id, name, type, settings }: CompanyRow): Company => ({
	id: v.parse(CompanyId, id),
	siteId: v.parse(SiteId, site_id),
	name,
	type,
	settings: v.parse(CompanySettings, JSON.parse(settings)),
})
