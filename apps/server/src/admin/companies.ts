import { CompanyId, clean } from '@parley/core'
import * as v from 'valibot'
import { type House, siteNamed } from './house.ts'
import { fault, type Outcome, said } from './surroundings.ts'
import { table } from './table.ts'

const types = { enterprise: 1, personal: 2 } as const
export const companyTypes = Object.keys(types)

export async function createCompany(
	house: House,
	wanted: { name: string; site: string | undefined; type: string },
): Promise<Outcome> {
	const name = clean(wanted.name)
	if (name === '') return fault('A company needs a name')
	const found = await siteNamed(house, wanted.site)
	if (!found.ok) return found
	const site = found.value
	return await house.inTransaction(async ({ companies, ids, clock }) => {
		const known = await companies.ofSite(site.id)
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

export async function listCompanies(house: House, host: string | undefined): Promise<Outcome> {
	const found = await siteNamed(house, host)
	if (!found.ok) return found
	const companies = await house.companies.ofSite(found.value.id)
	if (companies.length === 0) return said(`No companies on ${found.value.host} yet.`)
	const rows = companies.map(({ id, name, type }) => [id, name, type === types.personal ? 'personal' : 'enterprise'])
	return said(...table([['ID', 'NAME', 'TYPE'], ...rows]))
}
