import { readFile } from 'node:fs/promises'
import { UserId } from '@parley/core'
import * as v from 'valibot'
import type { FreshAccount } from '../modules/account/index.ts'
import type { Company } from '../modules/company/index.ts'
import { hashPassword } from '../platform/passwords.ts'
import { type AdminContext, type AdminServices, findCompany, findSite } from './adminContext.ts'
import { type CommandResult, failure, success } from './adminEnvironment.ts'
import { type FilePerson, readPeopleFile } from './peopleFile.ts'

const ordinaryMember = 1

/** Imports all people of a file into a company, or none; every error is reported. */
export async function importPeople(
	context: AdminContext,
	wanted: { file: string; company: string; site: string | undefined; isDryRun: boolean },
): Promise<CommandResult> {
	const site = await findSite(context, wanted.site)
	if (!site.ok) return site
	const company = await findCompany(context, site.value, wanted.company)
	if (!company.ok) return company
	const read = readPeopleFile(await readFile(wanted.file))
	if (!read.ok) return failure(...read.failure, nothingImported)
	const people = read.value
	const taken = await findTakenNames(context, company.value, people)
	if (taken.length > 0) return failure(...taken, nothingImported)
	if (wanted.isDryRun) return success(`${people.length} people could be imported; nothing was.`)

	// Hashing is slow and therefore done before the transaction.
	const accounts: { account: FreshAccount; department: string[] }[] = []
	for (const person of people) {
		const passwordHash = person.password === undefined ? null : await hashPassword(person.password)
		accounts.push({ account: toAccount(context, company.value, person, passwordHash), department: person.department })
	}
	await context.inTransaction(async inside => {
		for (const { account, department } of accounts) await insertPerson(inside, company.value, account, department)
	})
	const withoutPassword = people.filter(person => person.password === undefined).length
	return success(
		`${people.length} people imported into "${company.value.name}".`,
		...(withoutPassword > 0 ? [`${withoutPassword} have no password yet: parley person password <name>`] : []),
	)
}

const nothingImported = 'Nothing was imported.'

async function findTakenNames(
	context: AdminContext,
	{ siteId }: Company,
	people: readonly FilePerson[],
): Promise<string[]> {
	const taken: string[] = []
	for (const { name, line } of people) {
		if (await context.accountStore.findByName(siteId, name))
			taken.push(`line ${line}: name "${name}" is taken on this site`)
	}
	return taken
}

const toAccount = (
	context: AdminContext,
	company: Company,
	person: FilePerson,
	passwordHash: string | null,
): FreshAccount => ({
	id: v.parse(UserId, context.ids.row('u')),
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

async function insertPerson(context: AdminServices, company: Company, account: FreshAccount, path: string[]) {
	await context.accountStore.insert(account, context.clock.now())
	await context.accountStore.addMembership({
		userId: account.id,
		companyId: company.id,
		userType: ordinaryMember,
		isDefault: true,
	})
	const department = await context.directory.ensureDepartmentPath(company.id, path)
	if (department) await context.directory.addToDepartment(account.id, department.id)
}
