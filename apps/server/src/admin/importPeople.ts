import { readFile } from 'node:fs/promises'
import { UserId } from '@parley/core'
import * as v from 'valibot'
import type { FreshAccount, Member, MembershipRow } from '../modules/account/index.ts'
import type { Company } from '../modules/company/index.ts'
import type { Site } from '../modules/site/index.ts'
import { isUniqueViolation } from '../platform/database.ts'
import { hashPassword } from '../platform/passwords.ts'
import { type AdminContext, type AdminServices, findCompany, findSite } from './adminContext.ts'
import { type CommandResult, failure, success } from './adminEnvironment.ts'
import { writeInBatches } from './batches.ts'
import { type ImportPlan, type KnownPeople, type PlannedChange, type PlannedPerson, planImport } from './importPlan.ts'
import { describeFaults, type FilePerson, type PeopleFile, readPeopleFile } from './peopleFile.ts'
import { createProgress, type Progress } from './progress.ts'
import { type LinkSettings, type LinkTarget, type LinkWriter, openLinkWriter, prepareLink } from './setUpLinks.ts'
import { type AddressSettings, addressOf } from './siteAddress.ts'

const ordinaryMember = 1
/** Passwords hashed at once: each takes a thread for 50 ms. */
const hashedAtOnce = 4
/** People of a company an import disables at most, unless it is told another number: a file that was cut off does no harm. */
const sparedShare = 0.1
const sparedLeast = 10

export interface ImportRequest {
	file: string
	company: string
	site: string | undefined
	isDryRun: boolean
	/** Where links of new people without a password are written; without it there are none. */
	links: LinkTarget | undefined
	linkDays: number
	server: AddressSettings
	/** Disables members who are not in the file, at most so many; `usual` for a tenth of the company. */
	disableMissing: number | 'usual' | undefined
}

/**
 * Makes the people of a company what a file says: makes, changes, moves and, where it is asked to, disables them. A file with
 * a fault changes nothing. Otherwise it is written in short transactions; what stops in between goes on with the next import.
 */
export async function importPeople(
	context: AdminContext,
	request: ImportRequest,
	report: (line: string) => void = () => {},
): Promise<CommandResult> {
	const site = await findSite(context, request.site)
	if (!site.ok) return site
	const company = await findCompany(context, site.value, request.company)
	if (!company.ok) return company
	const read = readPeopleFile(await readFile(request.file))
	if (!read.ok) return failure(...read.failure, nothingImported)
	const { people } = read.value
	const notices = describeEncoding(read.value)
	const { plan, faults } = planImport(read.value, await readKnown(context, site.value, company.value, people))
	if (faults) return failure(...describeFaults(faults), nothingImported)
	const disabled = request.disableMissing === undefined ? [] : plan.missing
	const tooMany = tooManyMissing(disabled, plan, people.length, request.disableMissing)
	if (tooMany) return failure(tooMany, nothingImported)
	if (request.isDryRun) return success('Would be done, and was not:', ...summaryOf(plan, disabled), ...notices)

	const settings = { site: site.value, server: request.server, days: request.linkDays }
	const needsLinks = plan.created.some(({ person }) => person.password === undefined)
	const links = request.links && needsLinks ? await openLinkWriter(request.links, settings) : undefined
	const writer = { context, company: company.value, faults: [] as string[], links, settings }
	const total =
		plan.departments.length + plan.created.length + plan.freed.length + plan.changed.length + disabled.length
	const progress = createProgress(total, report)
	await context.withLateSync(async () => {
		await writeDepartments(writer, plan, progress)
		await writeFreedNumbers(writer, plan, progress)
		await writeCreated(writer, plan, progress)
		await writeChanged(writer, plan, progress)
		await writeDisabled(writer, disabled, progress)
	})
	const doubts = links ? addressOf(site.value, request.server).doubts : []
	const lines = [`Imported into "${company.value.name}":`, ...summaryOf(plan, disabled), ...notices, ...doubts]
	await links?.close()
	if (writer.faults.length === 0) return success(...lines, ...hintsFor(plan, links && request))
	return failure(...writer.faults, ...lines, 'Those lines were left out: somebody took the name or number meanwhile.')
}

const nothingImported = 'Nothing was imported.'

/** Of an encoding that was recognised rather than marked, with a name by which one sees whether that is right. */
function describeEncoding({ encoding, people }: PeopleFile): string[] {
	if (encoding === 'UTF-8') return []
	const example = people.find(({ displayName }) => /[^\p{ASCII}]/u.test(displayName))
	return [`The file was read as ${encoding}${example ? ` (line ${example.line} is ${example.displayName})` : ''}.`]
}

async function readKnown(
	context: AdminContext,
	site: Site,
	{ id: companyId }: Company,
	people: readonly FilePerson[],
): Promise<KnownPeople> {
	const numbers = people.flatMap(({ mobile: { mobile, mobileCode } }) =>
		mobile === undefined || mobileCode === undefined ? [] : [{ areaCode: mobileCode, mobile }],
	)
	const byNames = await context.people.findByNames(
		site.id,
		people.map(({ name }) => name),
	)
	const accounts = new Map(byNames.map(account => [account.id, account]))
	for (const account of await context.people.findByNumbers(site.id, numbers)) accounts.set(account.id, account)
	const placements = new Map<UserId, string[]>()
	for (const { userId, departmentId } of await context.directory.listPlacements(companyId)) {
		const places = placements.get(userId)
		if (places) places.push(departmentId)
		else placements.set(userId, [departmentId])
	}
	return {
		accounts: [...accounts.values()],
		members: await context.people.listMembers(companyId),
		departments: await context.directory.readPaths(companyId),
		placements,
	}
}

function tooManyMissing(
	disabled: readonly Member[],
	plan: ImportPlan,
	inFile: number,
	most: ImportRequest['disableMissing'],
): string | undefined {
	const members = plan.changed.length + plan.unchanged + plan.missing.length + plan.spared.length
	const allowed = typeof most === 'number' ? most : Math.max(sparedLeast, Math.floor(members * sparedShare))
	if (disabled.length <= allowed) return undefined
	return `${disabled.length} of ${members} people are not among the ${inFile} of the file, and would be disabled. If that is right: --disable-missing ${disabled.length}`
}

function summaryOf({ created, changed, unchanged, departments, ...plan }: ImportPlan, disabled: readonly Member[]) {
	const count = (what: (one: PlannedChange) => boolean) => changed.filter(what).length
	const parts = [
		[count(({ change }) => change.displayName !== undefined), 'names'],
		[count(({ change }) => change.number !== undefined), 'numbers'],
		[count(({ departmentId }) => departmentId !== undefined), 'departments'],
		[count(({ userType }) => userType !== undefined), 'types'],
		[count(({ isEnabled }) => isEnabled === true), 'enabled again'],
	].flatMap(([number, what]) => (number === 0 ? [] : [`${number} ${what}`]))
	const { missing, spared, stillDisabled } = plan
	return [
		`  ${created.length} new`,
		`  ${changed.length} changed${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`,
		`  ${disabled.length} disabled${nameSome(disabled)}`,
		`  ${unchanged} as they were`,
		...(departments.length > 0 ? [`  ${departments.length} new departments`] : []),
		...(missing.length > disabled.length
			? [`  ${missing.length} not in the file${nameSome(missing)}: left as they are`]
			: []),
		...(spared.length > 0
			? [
					`  ${spared.length} not in the file, but administrators or in another company, too${nameSome(spared)}: left as they are`,
				]
			: []),
		...(stillDisabled.length > 0
			? [
					`  ${stillDisabled.length} in the file who are disabled and stay so${nameSome(stillDisabled)}: parley person enable <name>`,
				]
			: []),
	]
}

const mostNamed = 5
const nameSome = (people: readonly { name: string }[]): string => {
	if (people.length === 0) return ''
	const names = people.slice(0, mostNamed).map(({ name }) => name)
	return ` (${names.join(', ')}${people.length > mostNamed ? ', …' : ''})`
}

function hintsFor({ created }: ImportPlan, request: Pick<ImportRequest, 'links' | 'linkDays'> | undefined): string[] {
	const count = created.filter(({ person }) => person.password === undefined).length
	if (count === 0) return []
	if (!request?.links) return [`${count} have no password yet: parley person set-up-link --company <name>`]
	const where = request.links.file === '-' ? 'above' : `in ${request.links.file}`
	return [
		`${count} choose their passwords with the links ${where}: each is valid once and for ${request.linkDays} days.`,
		'Whoever has a link has the account: send each to its person alone, and delete the file.',
	]
}

interface Writer {
	context: AdminContext
	links: LinkWriter | undefined
	settings: LinkSettings
	company: Company
	/** Lines whose name or number somebody took after the plan was made. */
	faults: string[]
}

/** How long a transaction was open; with SQLite nobody else writes as long. */
async function timed<T>(
	begin: (work: (inside: T) => Promise<void>) => Promise<void>,
	work: (inside: T) => Promise<void>,
) {
	let openedAt = performance.now()
	await begin(async inside => {
		openedAt = performance.now()
		await work(inside)
	})
	return performance.now() - openedAt
}

const inServices = ({ context }: Pick<Writer, 'context'>, work: (inside: AdminServices) => Promise<void>) =>
	timed<AdminServices>(context.inTransaction, work)

/** Writes items in short transactions; where one is refused its items are tried one by one, and those refused are faults. */
async function write<T>(
	{ context, faults }: Writer,
	progress: Progress,
	items: readonly T[],
	lineOf: (item: T) => number | undefined,
	/** Writes some in one transaction and returns how long it was open. */
	writeOnce: (some: readonly T[]) => Promise<number>,
): Promise<void> {
	async function writeSome(some: readonly T[]): Promise<number> {
		try {
			return await writeOnce(some)
		} catch (error) {
			if (!isUniqueViolation(error)) throw error
			const [only] = some
			if (some.length === 1 && only !== undefined) {
				faults.push(`line ${lineOf(only)}: the name or the mobile number is taken`)
				return 0
			}
			let longest = 0
			for (const one of some) longest = Math.max(longest, await writeSome([one]))
			return longest
		}
	}
	await writeInBatches(items, {
		write: writeSome,
		isExclusive: context.isExclusive,
		onWritten: progress.advance,
	})
}

const writeDepartments = (writer: Writer, { departments }: ImportPlan, progress: Progress) =>
	write(
		writer,
		progress,
		departments,
		() => undefined,
		some => inServices(writer, ({ directory }) => directory.insertDepartments(some)),
	)

/** Numbers that change hands within the file are nobody's for a moment. */
const writeFreedNumbers = (writer: Writer, { freed }: ImportPlan, progress: Progress) =>
	write(
		writer,
		progress,
		freed,
		() => undefined,
		some => inServices(writer, ({ people }) => people.change(some.map(id => ({ id, number: null })))),
	)

async function writeCreated(writer: Writer, { created }: ImportPlan, progress: Progress): Promise<void> {
	const { company, context, links, settings } = writer
	const hashes = await hashPasswords(created)
	const items = created.map(({ person, departmentId }, n) => {
		const account = toAccount(context, company, person, hashes[n] ?? null)
		const link = links && person.password === undefined ? prepareLink(context, settings, account) : undefined
		return { person, departmentId, account, link }
	})
	await write(
		writer,
		progress,
		items,
		({ person }) => person.line,
		async some => {
			const given = some.flatMap(({ link }) => link ?? [])
			await links?.write(given)
			const people = some.map(({ account, person }) => ({
				account,
				membership: membershipOf(company, account, person),
			}))
			return await timed(context.writeMany, async within => {
				await context.people.insertMany(people, context.clock.now(), within)
				await context.directory.placeNew(
					some.map(({ account, departmentId }) => ({ userId: account.id, departmentId })),
					within,
				)
				await context.proofs.insertPrepared(
					given.map(({ proof }) => proof),
					within,
				)
			})
		},
	)
}

const writeChanged = ({ company, ...writer }: Writer, { changed }: ImportPlan, progress: Progress) =>
	write(
		{ company, ...writer },
		progress,
		changed,
		({ line }) => line,
		some =>
			inServices(writer, async ({ people, directory }) => {
				await people.change(some.map(({ change }) => change))
				await people.setUserTypes(
					company.id,
					some.flatMap(({ change: { id }, userType }) => (userType === undefined ? [] : [{ id, userType }])),
				)
				await people.enable(some.flatMap(({ change: { id }, isEnabled }) => (isEnabled ? [id] : [])))
				await directory.replacePlacements(
					company.id,
					some.flatMap(({ change, departmentId }) =>
						departmentId === undefined ? [] : [{ userId: change.id, departmentId }],
					),
				)
			}),
	)

const writeDisabled = (writer: Writer, disabled: readonly Member[], progress: Progress) =>
	write(
		writer,
		progress,
		disabled,
		() => undefined,
		some =>
			inServices(writer, async ({ people, sessions, clock }) => {
				const ids = some.map(({ id }) => id)
				await people.disable(ids, 'import', clock.now())
				await sessions.removeByUsers(ids)
			}),
	)

/** Hashing is slow and therefore done before the first transaction. */
async function hashPasswords(created: readonly PlannedPerson[]): Promise<(string | null)[]> {
	const hashes: (string | null)[] = []
	for (let from = 0; from < created.length; from += hashedAtOnce) {
		const some = created.slice(from, from + hashedAtOnce)
		hashes.push(
			...(await Promise.all(
				some.map(async ({ person: { password } }) => (password === undefined ? null : await hashPassword(password))),
			)),
		)
	}
	return hashes
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

const membershipOf = (company: Company, { id: userId }: FreshAccount, { userType }: FilePerson): MembershipRow => ({
	userId,
	companyId: company.id,
	userType: userType ?? ordinaryMember,
	isDefault: true,
})
