import { readFile } from 'node:fs/promises'
import { UserId } from '@parley/core'
import * as v from 'valibot'
import type { Account } from '../modules/account/index.ts'
import type { Company } from '../modules/company/index.ts'
import { hashPassword } from '../platform/passwords.ts'
import { companyNamed, type House, siteNamed } from './house.ts'
import { type FilePerson, readPeopleFile } from './peopleFile.ts'
import { fault, type Outcome, said } from './surroundings.ts'

const ordinaryMember = 1

/** Everybody in the file becomes a member of the company, or nobody does and every reason is told. */
export async function importPeople(
	house: House,
	wanted: { file: string; company: string; site: string | undefined; isTrial: boolean },
): Promise<Outcome> {
	const site = await siteNamed(house, wanted.site)
	if (!site.ok) return site
	const company = await companyNamed(house, site.value, wanted.company)
	if (!company.ok) return company
	const read = readPeopleFile(await readFile(wanted.file))
	if (!read.ok) return fault(...read.failure, nothing)
	const people = read.value
	const taken = await takenNames(house, company.value, people)
	if (taken.length > 0) return fault(...taken, nothing)
	if (wanted.isTrial) return said(`${people.length} people could be imported; nothing was.`)

	// Hashing is what takes long, so it is done before the store is held.
	const accounts: { account: Account; department: string[] }[] = []
	for (const person of people) {
		const passwordHash = person.password === undefined ? null : await hashPassword(person.password)
		accounts.push({ account: accountOf(house, company.value, person, passwordHash), department: person.department })
	}
	await house.inTransaction(async inside => {
		for (const { account, department } of accounts) await insert(inside, company.value, account, department)
	})
	const mute = people.filter(person => person.password === undefined).length
	return said(
		`${people.length} people imported into "${company.value.name}".`,
		...(mute > 0 ? [`${mute} have no password yet: parley person password <name>`] : []),
	)
}

const nothing = 'Nothing was imported.'

async function takenNames(house: House, { siteId }: Company, people: readonly FilePerson[]): Promise<string[]> {
	const taken: string[] = []
	for (const { name, line } of people) {
		if (await house.accountStore.findByName(siteId, name))
			taken.push(`line ${line}: name "${name}" is taken on this site`)
	}
	return taken
}

const accountOf = (house: House, company: Company, person: FilePerson, passwordHash: string | null): Account => ({
	id: v.parse(UserId, house.ids.row('u')),
	siteId: company.siteId,
	name: person.name,
	displayName: person.displayName,
	passwordHash,
	corporateHash: null,
	mobile: person.mobile.mobile ?? null,
	mobileCode: person.mobile.mobileCode ?? null,
	source: null,
	picture: null,
	isComplete: true,
	lastCompanyId: company.id,
})

async function insert(house: Omit<House, 'inTransaction'>, company: Company, account: Account, path: string[]) {
	await house.accountStore.insert(account, house.clock.now())
	await house.accountStore.addMembership({
		userId: account.id,
		companyId: company.id,
		userType: ordinaryMember,
		isDefault: true,
	})
	const department = await house.directory.ensureDepartmentPath(company.id, path)
	if (department) await house.directory.addToDepartment(account.id, department.id)
}
