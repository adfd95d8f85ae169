import { CompanyId, cleanText } from '@parley/core'
import { Option } from 'commander'
import * as v from 'valibot'
import {
	type AddCommands,
	type CommandContext,
	type CommandResult,
	commandGroup,
	failure,
	success,
} from '../../platform/command.ts'
import { formatAssignments, formatChangedSettings, parseSettings } from '../../platform/settingAssignments.ts'
import { table } from '../../platform/table.ts'
import { type AddressSettings, addressOf, findSite, siteOption } from '../site/index.ts'
import { findCompany } from './findCompany.ts'
import { createSqlCompanyStore } from './store.sql.ts'
import { CompanySettings } from './store.ts'

const types = { enterprise: 1, personal: 2 } as const
const companyTypes = Object.keys(types)

/** Adds `parley company …`. */
export const addCompanyCommands: AddCommands = (parley, { withContext }) => {
	const company = commandGroup(parley, 'company').description('companies of a site')
	company
		.command('create <name>')
		.description('create a company on a site')
		.option(...siteOption)
		.addOption(new Option('--type <type>', 'kind of company').choices(companyTypes).default('enterprise'))
		.action((name, { site, type }) => withContext(context => createCompany(context, { name, site, type })))
	company
		.command('list')
		.description('companies of a site')
		.option(...siteOption)
		.action(({ site }) => withContext(context => listCompanies(context, site)))
	company
		.command('set <name> <name=value...>')
		.description('change settings of a company')
		.option(...siteOption)
		.action((name, assignments, { site }) => withContext(context => setCompany(context, { name, site, assignments })))
	company
		.command('invite <name>')
		.description("print the address of a company's invitation page")
		.option(...siteOption)
		.option('--renew', 'create a new address; the old one becomes invalid')
		.action((name, { site, renew = false }) =>
			withContext((context, server) => showInvitationLink(context, { name, site, renew, server })),
		)
}

async function createCompany(
	context: CommandContext,
	wanted: { name: string; site: string | undefined; type: string },
): Promise<CommandResult> {
	const name = cleanText(wanted.name)
	if (name === '') return failure('A company needs a name')
	const found = await findSite(context, wanted.site)
	if (!found.ok) return found
	const site = found.value
	return await context.inTransaction(async ({ db, ids, clock }) => {
		const companies = createSqlCompanyStore(db)
		const known = await companies.listBySite(site.id)
		if (known.some(company => company.name === name))
			return failure(`A company "${name}" already exists on ${site.host}`)
		const id = v.parse(CompanyId, ids.row('c'))
		await companies.insert({ id, siteId: site.id, name, type: types[wanted.type as keyof typeof types] }, clock.now())
		return success(
			`Created company "${name}" on ${site.host}: ${id}`,
			`Next: parley person create <name> --company "${name}"${wanted.site === undefined ? '' : ` --site ${wanted.site}`}`,
		)
	})
}

async function setCompany(
	context: CommandContext,
	wanted: { name: string; site: string | undefined; assignments: readonly string[] },
): Promise<CommandResult> {
	const site = await findSite(context, wanted.site)
	if (!site.ok) return site
	const company = await findCompany(context, site.value, wanted.name)
	if (!company.ok) return company
	const given = parseSettings(CompanySettings, wanted.assignments)
	if (!given.ok) return given
	const { id, name, settings } = company.value
	const changed = v.parse(CompanySettings, { ...settings, ...given.value })
	await createSqlCompanyStore(context.db).saveSettings(id, changed)
	return success(`${name}: ${formatAssignments(wanted.assignments)}`)
}

/** Prints the URL of a company's invitation page; its code is created on first use. */
async function showInvitationLink(
	context: CommandContext,
	{ server, ...wanted }: { name: string; site: string | undefined; renew: boolean; server: AddressSettings },
): Promise<CommandResult> {
	const site = await findSite(context, wanted.site)
	if (!site.ok) return site
	const company = await findCompany(context, site.value, wanted.name)
	if (!company.ok) return company
	const companies = createSqlCompanyStore(context.db)
	const known = await companies.findInvitationCode(company.value.id)
	const code = known === undefined || wanted.renew ? context.ids.secret().slice(0, 16) : known
	if (code !== known) await companies.saveInvitationCode(company.value.id, code)
	const { url, doubts } = addressOf(site.value, server)
	return success(`Invitation to "${company.value.name}": ${url}/invite?code=${code}`, ...doubts)
}

async function listCompanies(context: CommandContext, host: string | undefined): Promise<CommandResult> {
	const found = await findSite(context, host)
	if (!found.ok) return found
	const companies = await createSqlCompanyStore(context.db).listBySite(found.value.id)
	if (companies.length === 0) return success(`No companies on ${found.value.host} yet.`)
	const rows = companies.map(({ id, name, type, settings }) => [
		id,
		name,
		type === types.personal ? 'personal' : 'enterprise',
		formatChangedSettings(CompanySettings, settings),
	])
	return success(...table([['ID', 'NAME', 'TYPE', 'SETTINGS'], ...rows]))
}
