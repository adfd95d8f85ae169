import { readFile } from 'node:fs/promises'
import { ok, type Result, type UserId } from '@parley/core'
import { type CommandEnvironment, type CommandResult, failure, success } from '../../../platform/command.ts'
import { withPath } from '../../../platform/fileErrors.ts'
import { type Company, findCompany } from '../../company/index.ts'
import { type AddressSettings, addressOf, findSite, type Site } from '../../site/index.ts'
import type { Member } from '../peopleStore.ts'
import { type ImportPlan, type KnownPeople, type PlannedChange, type PlannedPerson, planImport } from './importPlan.ts'
import { InterruptedError, nothingWritten, type Written, writeImport } from './importWriting.ts'
import { describeFaults, type FilePerson, type PeopleFile, readPeopleFile } from './peopleFile.ts'
import type { PersonContext } from './personContext.ts'
import { type LinkTarget, openLinkWriter } from './setUpLinks.ts'

/** Most people of a company an import disables by default, so that a truncated file does no harm. */
const sparedShare = 0.1
const sparedLeast = 10

export interface ImportRequest {
	file: string
	company: string
	site: string | undefined
	isDryRun: boolean
	/** Destination of the set-up links of new people without a password; without it no links are created. */
	links: LinkTarget | undefined
	linkDays: number
	server: AddressSettings
	/** Disables members who are not in the file, up to this number; `usual` stands for a tenth of the company. */
	disableMissing: number | 'usual' | undefined
}

/** Output of a running import, and the signal that stops it. */
export interface ImportTerminal {
	report(line: string): void
	onInterrupt: CommandEnvironment['onInterrupt']
}

interface Planned {
	company: Company
	plan: ImportPlan
	/** Members missing from the file whom this import disables. */
	disabled: Member[]
	/** Notices about the file. */
	notices: string[]
}

/**
 * Brings the people of a company in line with a file: creates, changes, moves and, on request, disables them. A file with an
 * error changes nothing. Otherwise it is written in short transactions; the next run completes an interrupted import.
 */
export async function importPeople(
	context: PersonContext,
	request: ImportRequest,
	terminal: ImportTerminal,
): Promise<CommandResult> {
	const site = await findSite(context, request.site)
	if (!site.ok) return site
	const company = await findCompany(context, site.value, request.company)
	if (!company.ok) return company
	if (request.isDryRun) {
		const planned = await makePlan(context, site.value, company.value, request)
		if (!planned.ok) return planned
		const { plan, disabled, notices } = planned.value
		return success('Dry run; nothing was changed:', ...summaryOf(plan, disabled), ...notices)
	}
	const lock = await context.lockImports()
	if (!lock)
		return failure(
			'Another import is writing to this database: wait until it ends, and run this one again',
			nothingImported,
		)
	try {
		const planned = await makePlan(context, site.value, company.value, request)
		return planned.ok ? await carryOut(context, site.value, planned.value, request, terminal) : planned
	} finally {
		await lock.release()
	}
}

/** Plans the import, or lists every error. */
async function makePlan(
	context: PersonContext,
	site: Site,
	company: Company,
	request: ImportRequest,
): Promise<Result<Planned, string[]>> {
	const read = readPeopleFile(await withPath(request.file, () => readFile(request.file)))
	if (!read.ok) return failure(...read.failure, nothingImported)
	const { people } = read.value
	const { plan, faults } = planImport(read.value, await readKnown(context, site, company, people))
	if (faults) return failure(...describeFaults(faults), nothingImported)
	const disabled = request.disableMissing === undefined ? [] : plan.missing
	const tooMany = tooManyMissing(disabled, plan, people.length, request.disableMissing)
	if (tooMany) return failure(tooMany, nothingImported)
	return ok({ company, plan, disabled, notices: describeEncoding(read.value) })
}

async function carryOut(
	context: PersonContext,
	site: Site,
	{ company, plan, disabled, notices }: Planned,
	request: ImportRequest,
	{ report, onInterrupt }: ImportTerminal,
): Promise<CommandResult> {
	const settings = { site, server: request.server, days: request.linkDays }
	const needsLinks = plan.created.some(({ person }) => person.password === undefined)
	const links = request.links && needsLinks ? await openLinkWriter(request.links, settings) : undefined
	const written = nothingWritten()
	const interruption = new AbortController()
	const forget = onInterrupt(() => interruption.abort())
	try {
		const writer = { context, company, links, settings, written, interruption: interruption.signal }
		await writeImport(writer, plan, disabled, report)
	} catch (error) {
		const stopped = describeStop(written, plan, disabled, links && request)
		if (error instanceof InterruptedError) return failure(...stopped)
		// The error that stopped the import is reported after this.
		stopped.forEach(report)
		throw error
	} finally {
		forget()
		await links?.close()
	}
	const doubts = links ? addressOf(site, request.server).doubts : []
	const done = summaryOf({ ...plan, ...written }, written.disabled)
	const lines = [`Imported into "${company.name}":`, ...done, ...notices, ...doubts]
	const hints = hintsFor(written.created, links && request)
	if (written.faults.length === 0) return success(...lines, ...hints)
	return failure(
		...written.faults,
		...lines,
		...hints,
		'These lines were skipped: the name or number was taken meanwhile.',
	)
}

/** Describes the part of an interrupted import that was stored, and how to continue. */
function describeStop(
	written: Written,
	plan: ImportPlan,
	disabled: readonly Member[],
	request: Pick<ImportRequest, 'links' | 'linkDays'> | undefined,
): string[] {
	const parts = [
		[written.departments.length, plan.departments.length, 'new departments'],
		[written.created.length, plan.created.length, 'new people'],
		[written.changed.length, plan.changed.length, 'changed'],
		[written.disabled.length, disabled.length, 'disabled'],
	] as const
	const counts = parts.flatMap(([done, planned, what]) => (planned === 0 ? [] : [`${done} of ${planned} ${what}`]))
	return [
		...written.faults,
		`Stopped before the end. Imported so far: ${counts.join(', ')}.`,
		...hintsFor(written.created, request),
		'Run the command again to import the rest.',
	]
}

const nothingImported = 'Nothing was imported.'

/** Names an encoding that was guessed rather than marked, with a sample name to verify the guess. */
function describeEncoding({ encoding, people }: PeopleFile): string[] {
	if (encoding === 'UTF-8') return []
	const example = people.find(({ displayName }) => /[^\p{ASCII}]/u.test(displayName))
	return [`The file was read as ${encoding}${example ? ` (line ${example.line} is ${example.displayName})` : ''}.`]
}

async function readKnown(
	context: PersonContext,
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
	return `${disabled.length} of ${members} people are not among the ${inFile} in the file, and would be disabled. To confirm: --disable-missing ${disabled.length}`
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
	const { missing, spared, stillDisabled, keepPasswords } = plan
	return [
		`  ${created.length} new`,
		`  ${changed.length} changed${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`,
		`  ${disabled.length} disabled${nameSome(disabled)}`,
		`  ${unchanged} unchanged`,
		...(departments.length > 0 ? [`  ${departments.length} new departments`] : []),
		...(missing.length > disabled.length ? [`  ${missing.length} not in the file${nameSome(missing)}: unchanged`] : []),
		...(spared.length > 0
			? [
					`  ${spared.length} not in the file, but administrators or members of another company${nameSome(spared)}: unchanged`,
				]
			: []),
		...(stillDisabled.length > 0
			? [
					`  ${stillDisabled.length} in the file but disabled by hand${nameSome(stillDisabled)}: unchanged. To enable: parley person enable <name>`,
				]
			: []),
		...(keepPasswords.length > 0
			? [
					`  ${keepPasswords.length} with a password in the file already had an account${nameSome(keepPasswords)}; their password is unchanged. To change it: parley person password <name>`,
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

/** Tells where the set-up links of new people without a password are, or how to create them. */
function hintsFor(
	created: readonly PlannedPerson[],
	request: Pick<ImportRequest, 'links' | 'linkDays'> | undefined,
): string[] {
	const count = created.filter(({ person }) => person.password === undefined).length
	if (count === 0) return []
	if (!request?.links) return [`${count} without a password: parley person set-up-link --company <name>`]
	const where = request.links.file === '-' ? 'above' : `in ${request.links.file}`
	return [
		`${count === 1 ? '1 person sets' : `${count} people set`} their password with the links ${where}: each works once and for ${request.linkDays} days.`,
		'A link gives access to its account: send each one to its person only, then delete the file.',
	]
}
