import { formatWireTime } from '@parley/core'
import {
	type AddCommands,
	type CommandContext,
	type CommandResult,
	commandGroup,
	success,
} from '../../platform/command.ts'
import { table } from '../../platform/table.ts'
import { createSqlCompanyStore } from '../company/index.ts'
import { findSite, siteOption } from '../site/index.ts'
import { createSqlComplaintStore } from './store.sql.ts'

const mostShown = 200

/** Adds `parley complaints …`. */
export const addSupportCommands: AddCommands = (parley, { withContext }) => {
	const complaints = commandGroup(parley, 'complaints').description('complaints, and problems with live streams')
	complaints
		.command('list')
		.description('the newest two hundred of a site')
		.option(...siteOption)
		.action(({ site }) => withContext(context => listComplaints(context, site)))
}

/** Lists complaints and problems with live streams of a site, newest first, with times in the zone of the site. */
async function listComplaints(context: CommandContext, host: string | undefined): Promise<CommandResult> {
	const found = await findSite(context, host)
	if (!found.ok) return found
	const { id, host: named, settings } = found.value
	const [complaints, companies] = await Promise.all([
		createSqlComplaintStore(context.db).listBySite(id, mostShown),
		createSqlCompanyStore(context.db).listBySite(id),
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
