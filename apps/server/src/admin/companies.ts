import { CompanyId, cleanText } from '@parley/core'
import * as v from 'valibot'
import { CompanySettings } from '../modules/company/index.ts'
import { type AdminContext, findCompany, findSite } from './adminContext.ts'
import { type CommandResult, failure, success } from './adminEnvironment.ts'
import { findPerson } from './people.ts'
import { formatAssignments, formatChangedSettings, parseSettings } from './settings.ts'
import { type AddressSettings, addressOf } from './siteAddress.ts'
import { table } from './table.ts'

const types = { enterprise: 1, personal: 2 } as const
export const companyTypes = Object.keys(types)

export async function createCompany(
	context: AdminContext,
	wanted: { name: string; site: string | undefined; type: string },
): Promise<CommandResult> {
	const name = cleanText(wanted.name)
	if (name === '') return failure('A company needs a name')
	const found = await findSite(context, wanted.site)
	if (!found.ok) return found
	const site = found.value
	return await context.inTransaction(async ({ companies, ids, clock }) => {
		const known = await companies.listBySite(site.id)
		if (known.some(company => company.name === name))
			return failure(`A company "${name}" already exists on ${site.host}`)
		const id = v.parse(CompanyId, ids.row('c'))
		await companies.insert({ id, siteId: site.id, name, type: types[wanted.type as keyof typeof types] }, clock.now())
		return success(
			`Created company "${name}" on ${site.host}: ${id}`,
			`Next: parley person create <name> --company "${name}"`,
		)
	})
}

export async function setCompany(
	context: AdminContext,
	wanted: { name: string; site: string | undefined; assignments: readonly string[] },
): Promise<CommandResult> {
	const site = await findSite(context, wanted.site)
	if (!site.ok) return site
	const company = await findCompany(context, site.value, wanted.name)
	if (!company.ok) return company
	const given = parseSettings(CompanySettings, wanted.assignments)
	if (!given.ok) return given
	const { id, name, settings } = company.value
	await context.companies.saveSettings(id, v.parse(CompanySettings, { ...settings, ...given.value }))
	return success(`${name}: ${formatAssignments(wanted.assignments)}`)
}

/** Prints the URL of a company's invitation page; its code is created on first use. */
export async function showInvitationLink(
	context: AdminContext,
	{ server, ...wanted }: { name: string; site: string | undefined; renew: boolean; server: AddressSettings },
): Promise<CommandResult> {
	const site = await findSite(context, wanted.site)
	if (!site.ok) return site
	const company = await findCompany(context, site.value, wanted.name)
	if (!company.ok) return company
	const known = await context.companies.findInvitationCode(company.value.id)
	const code = known === undefined || wanted.renew ? context.ids.secret().slice(0, 16) : known
	if (code !== known) await context.companies.saveInvitationCode(company.value.id, code)
	const { url, doubts } = addressOf(site.value, server)
	return success(`Invitation to "${company.value.name}": ${url}/invite?code=${code}`, ...doubts)
}

const refusalTexts = {
	otherSite: 'belongs to another site',
	personalEdition: 'cannot be invited to the personal edition: everyone who registers belongs to it',
	alreadyMember: 'already belongs to that company',
	alreadyInvited: 'has already been invited, and has not answered yet',
} as const

/** Invites a person with an account on the site; they answer on the page (CORP-03). */
export async function invitePerson(
	context: AdminContext,
	wanted: { company: string; person: string; site: string | undefined; userType: number; isWithdrawn: boolean },
): Promise<CommandResult> {
	const site = await findSite(context, wanted.site)
	if (!site.ok) return site
	const company = await findCompany(context, site.value, wanted.company)
	if (!company.ok) return company
	const person = await findPerson(context, { name: wanted.person, site: wanted.site })
	if (!person.ok) return person
	const { name } = person.value
	if (wanted.isWithdrawn) {
		return (await context.invitations.withdraw(company.value, person.value.id))
			? success(`${name} is no longer invited to "${company.value.name}".`)
			: failure(`${name} has no invitation to "${company.value.name}"`)
	}
	const invited = await context.invitations.invite(company.value, person.value, wanted.userType)
	if (!invited.ok) return failure(`${name} ${refusalTexts[invited.failure]}`)
	return success(`${name} is invited to "${company.value.name}" and sees the invitation in the meeting list.`)
}

export async function listCompanies(context: AdminContext, host: string | undefined): Promise<CommandResult> {
	const found = await findSite(context, host)
	if (!found.ok) return found
	const companies = await context.companies.listBySite(found.value.id)
	if (companies.length === 0) return success(`No companies on ${found.value.host} yet.`)
	const rows = companies.map(({ id, name, type, settings }) => [
		id,
		name,
		type === types.personal ? 'personal' : 'enterprise',
		formatChangedSettings(CompanySettings, settings),
	])
	return success(...table([['ID', 'NAME', 'TYPE', 'SETTINGS'], ...rows]))
}
