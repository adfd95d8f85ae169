import { formatWireTime } from '@parley/core'
import { type House, siteNamed } from './house.ts'
import { type Outcome, said } from './surroundings.ts'
import { table } from './table.ts'

const mostShown = 200

/** What people of a site complained about, the newest first, by the clock of the site. */
export async function listComplaints(house: House, host: string | undefined): Promise<Outcome> {
	const found = await siteNamed(house, host)
	if (!found.ok) return found
	const { id, host: named, settings } = found.value
	const [complaints, companies] = await Promise.all([
		house.complaints.listBySite(id, mostShown),
		house.companies.listBySite(id),
	])
	if (complaints.length === 0) return said(`No complaints on ${named}.`)
	const nameOf = new Map(companies.map(company => [company.id, company.name]))
	const rows = complaints.map(({ at, companyId, userName, displayName, content }) => [
		formatWireTime(at, settings.zone),
		nameOf.get(companyId) ?? companyId,
		`${displayName} (${userName})`,
		content,
	])
	return said(...table([['TIME', 'COMPANY', 'PERSON', 'COMPLAINT'], ...rows]))
}
