import { CompanyId, cleanText } from '@parley/core'
import * as v from 'valibot'
import { companyNamed, type House, siteNamed } from './house.ts'
import { personNamed } from './people.ts'
import { fault, type Outcome, said } from './surroundings.ts'
import { table } from './table.ts'

const types = { enterprise: 1, personal: 2 } as const
export const companyTypes = Object.keys(types)

export async function createCompany(
	house: House,
	wanted: { name: string; site: string | undefined; type: string },
): Promise<Outcome> {
	const name = cleanText(wanted.name)
	if (name === '') return fault('A company needs a name')
	const found = await siteNamed(house, wanted.site)
	if (!found.ok) return found
	const site = found.value
	return await house.inTransaction(async ({ companies, ids, clock }) => {
		const known = await companies.listBySite(site.id)
		if (known.some(company => company.name === name))
			return fault(`There is a company "${name}" on ${site.host} already`)
		const id = v.parse(CompanyId, ids.row('c'))
		await companies.insert({ id, siteId: site.id, name, type: types[wanted.type as keyof typeof types] }, clock.now())
		return said(
			`Company "${name}" made on ${site.host}: ${id}`,
			`Next: parley person create <name> --company "${name}"`,
		)
	})
}

/** The invitation page of a company; its code is made when it is first asked for. */
export async function inviteTo(
	house: House,
	{ publicUrl, ...wanted }: { name: string; site: string | undefined; renew: boolean; publicUrl: string | undefined },
): Promise<Outcome> {
	const site = await siteNamed(house, wanted.site)
	if (!site.ok) return site
	const company = await companyNamed(house, site.value, wanted.name)
	if (!company.ok) return company
	const known = await house.companies.findInvitationCode(company.value.id)
	const code = known === undefined || wanted.renew ? house.ids.secret().slice(0, 16) : known
	if (code !== known) await house.companies.saveInvitationCode(company.value.id, code)
	// The address of the installation is that of its default site.
	const base = (site.value.isDefault ? publicUrl : undefined) ?? `https://${site.value.host}`
	return said(`Invitation to "${company.value.name}": ${base}/invite?code=${code}`)
}

const whyNot = {
	otherSite: 'is of another site',
	personalEdition: 'cannot be invited to the personal edition: whoever registers is in it',
	alreadyMember: 'is in that company already',
	alreadyInvited: 'is invited already, and has not answered yet',
} as const

/** Invites somebody who has an account on the site; they answer on their page (CORP-03). */
export async function invitePerson(
	house: House,
	wanted: { company: string; person: string; site: string | undefined; userType: number; isWithdrawn: boolean },
): Promise<Outcome> {
	const site = await siteNamed(house, wanted.site)
	if (!site.ok) return site
	const company = await companyNamed(house, site.value, wanted.company)
	if (!company.ok) return company
	const person = await personNamed(house, { name: wanted.person, site: wanted.site })
	if (!person.ok) return person
	const { name } = person.value
	if (wanted.isWithdrawn) {
		return (await house.invitations.withdraw(company.value, person.value.id))
			? said(`${name} is not invited to "${company.value.name}" any more.`)
			: fault(`${name} has no invitation to "${company.value.name}"`)
	}
	const invited = await house.invitations.invite(company.value, person.value, wanted.userType)
	if (!invited.ok) return fault(`${name} ${whyNot[invited.failure]}`)
	return said(`${name} is invited to "${company.value.name}" and is asked when the list of meetings is opened.`)
}

export async function listCompanies(house: House, host: string | undefined): Promise<Outcome> {
	const found = await siteNamed(house, host)
	if (!found.ok) return found
	const companies = await house.companies.listBySite(found.value.id)
	if (companies.length === 0) return said(`No companies on ${found.value.host} yet.`)
	const rows = companies.map(({ id, name, type }) => [id, name, type === types.personal ? 'personal' : 'enterprise'])
	return said(...table([['ID', 'NAME', 'TYPE'], ...rows]))
}
