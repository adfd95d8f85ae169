import { formatWireTime } from '@parley/core'
import { type AdminContext, findSite } from './adminContext.ts'
import { type CommandResult, success } from './adminEnvironment.ts'
import { table } from './table.ts'

const mostShown = 200

/** Lists complaints and problems with lives of a site, newest first, with times in the zone of the site. */
export async function listComplaints(context: AdminContext, host: string | undefined): Promise<CommandResult> {
	const found = await findSite(context, host)
	if (!found.ok) return found
	const { id, host: named, settings } = found.value
	const [complaints, companies] = await Promise.all([
		context.complaints.listBySite(id, mostShown),
		context.companies.listBySite(id),
	])
	if (complaints.length === 0) return success(`No complaints on ${named}.`)
	const nameOf = new Map(companies.map(company => [company.id, company.name]))
	const rows = complaints.map(({ at, author, content, live }) => [
		formatWireTime(at, settings.zone),
		author ? (nameOf.get(author.companyId) ?? author.companyId) : '-',
		author ? `${author.displayName} (${author.userName})` : 'guest',
		content,
		live ? `${live.meetingId} ${live.figures}` : '-',
	])
	return success(...table([['TIME', 'COMPANY', 'PERSON', 'COMPLAINT', 'LIVE'], ...rows]))
}
