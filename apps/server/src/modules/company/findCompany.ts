import type { Result, SiteId } from '@parley/core'
import { failure, type OnDatabase } from '../../platform/command.ts'
import { createSqlCompanyStore } from './store.sql.ts'
import type { Company } from './store.ts'

export const companyOption = ['--company <name>', 'name or id of the company'] as const

/** Finds a company on a site by id or name. */
export async function findCompany(
	{ db }: Pick<OnDatabase, 'db'>,
	site: { id: SiteId; host: string },
	wanted: string,
): Promise<Result<Company, string[]>> {
	const companies = await createSqlCompanyStore(db).listBySite(site.id)
	const found = companies.filter(one => one.id === wanted || one.name === wanted)
	const [company] = found
	if (!company) {
		const known = companies.map(one => one.name).join(', ') || 'none yet'
		return failure(`No company "${wanted}" on ${site.host}. Existing companies: ${known}`)
	}
	if (found.length > 1)
		return failure(`Several companies are called "${wanted}"; use an id: ${found.map(one => one.id).join(', ')}`)
	return { ok: true, value: company }
}
