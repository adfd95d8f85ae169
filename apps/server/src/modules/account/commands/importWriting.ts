import { UserId, userType } from '@parley/core'
import * as v from 'valibot'
import { isUniqueViolation } from '../../../platform/database.ts'
import { hashPassword } from '../../../platform/passwords.ts'
import type { Company } from '../../company/index.ts'
import type { DepartmentRow } from '../../directory/index.ts'
import type { Member } from '../peopleStore.ts'
import type { FreshAccount, MembershipRow } from '../store.ts'
import { writeInBatches } from './batches.ts'
import type { ImportPlan, PlannedChange, PlannedPerson } from './importPlan.ts'
import type { FilePerson } from './peopleFile.ts'
import type { PersonContext, PersonStores } from './personContext.ts'
import { createProgress, type Progress } from './progress.ts'
import { type LinkSettings, type LinkWriter, prepareLink } from './setUpLinks.ts'

/** Passwords hashed at once: each takes a thread for 50 ms. */
const hashedAtOnce = 4

/** Stored part of a plan. */
export interface Written {
	departments: DepartmentRow[]
	created: PlannedPerson[]
	changed: PlannedChange[]
	disabled: Member[]
	/** Lines whose name or number was taken after the plan was made. */
	faults: string[]
}

export const nothingWritten = (): Written => ({ departments: [], created: [], changed: [], disabled: [], faults: [] })

/** The administrator stopped the import. */
export class InterruptedError extends Error {}

export interface Writer {
	context: PersonContext
	company: Company
	links: LinkWriter | undefined
	settings: LinkSettings
	/** Updated after each transaction, so that it is correct wherever the import stops. */
	written: Written
	interruption: AbortSignal
}

/**
 * Writes a plan in short transactions.
 * @throws {InterruptedError} after the transaction in which it was interrupted; `written` tells what was stored until then
 */
export async function writeImport(
	writer: Writer,
	plan: ImportPlan,
	disabled: readonly Member[],
	report: (line: string) => void,
): Promise<void> {
	const total =
		plan.departments.length + plan.created.length + plan.freed.length + plan.changed.length + disabled.length
	const progress = createProgress(total, report)
	await writer.context.withLateSync(async () => {
		await writeDepartments(writer, plan, progress)
		await writeFreedNumbers(writer, plan, progress)
		await writeCreated(writer, plan, progress)
		await writeChanged(writer, plan, progress)
		await writeDisabled(writer, disabled, progress)
	})
}

/** Measures how long a transaction was open; with SQLite it blocks other writers meanwhile. */
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

const inServices = ({ context }: Pick<Writer, 'context'>, work: (inside: PersonStores) => Promise<void>) =>
	timed<PersonStores>(context.inTransaction, work)

/** Writes items in short transactions; if one fails, its items are tried one by one, and those that fail are errors. */
async function write<T>(
	{ context, written, interruption }: Writer,
	progress: Progress,
	items: readonly T[],
	lineOf: (item: T) => number | undefined,
	/** Writes some items in one transaction and returns how long it was open. */
	writeOnce: (some: readonly T[]) => Promise<number>,
	onWritten: (some: readonly T[]) => void,
): Promise<void> {
	async function writeSome(some: readonly T[]): Promise<number> {
		stopIfInterrupted(interruption)
		try {
			const openMs = await writeOnce(some)
			onWritten(some)
			return openMs
		} catch (error) {
			if (!isUniqueViolation(error)) throw error
			const [only] = some
			if (some.length === 1 && only !== undefined) {
				written.faults.push(`line ${lineOf(only)}: the name or the mobile number is taken`)
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

function stopIfInterrupted(interruption: AbortSignal) {
	if (interruption.aborted) throw new InterruptedError()
}

const writeDepartments = (writer: Writer, { departments }: ImportPlan, progress: Progress) =>
	write(
		writer,
		progress,
		departments,
		() => undefined,
		some => inServices(writer, ({ directory }) => directory.insertDepartments(some)),
		some => writer.written.departments.push(...some),
	)

/** Numbers that change owner within the file are released first. */
const writeFreedNumbers = (writer: Writer, { freed }: ImportPlan, progress: Progress) =>
	write(
		writer,
		progress,
		freed,
		() => undefined,
		some => inServices(writer, ({ people }) => people.change(some.map(id => ({ id, number: null })))),
		() => {},
	)

async function writeCreated(writer: Writer, { created }: ImportPlan, progress: Progress): Promise<void> {
	const { company, context, links, settings, written } = writer
	const hashes = await hashPasswords(created, writer.interruption)
	const items = created.map((planned, n) => {
		const { person, departmentId } = planned
		const account = toAccount(context, company, person, hashes[n] ?? null)
		const link = links && person.password === undefined ? prepareLink(context, settings, account) : undefined
		return { planned, person, departmentId, account, link }
	})
	await write(
		writer,
		progress,
		items,
		({ person }) => person.line,
		async some => {
			const given = some.flatMap(({ link }) => link ?? [])
			const people = some.map(({ account, person }) => ({
				account,
				membership: membershipOf(company, account, person),
			}))
			const write = () =>
				timed(context.writeMany, async within => {
					await context.people.insertMany(people, context.clock.now(), within)
					await context.directory.placeNew(
						some.map(({ account, departmentId }) => ({ userId: account.id, departmentId })),
						within,
					)
					await context.proofs.insertPrepared(
						given.map(({ proof }) => proof),
						within,
					)
					await links?.write(given)
				})
			return await (links ? links.keepIfStored(write) : write())
		},
		some => written.created.push(...some.map(({ planned }) => planned)),
	)
}

const writeChanged = (writer: Writer, { changed }: ImportPlan, progress: Progress) =>
	write(
		writer,
		progress,
		changed,
		({ line }) => line,
		some =>
			inServices(writer, async ({ people, directory }) => {
				await people.change(some.map(({ change }) => change))
				await people.setUserTypes(
					writer.company.id,
					some.flatMap(({ change: { id }, userType }) => (userType === undefined ? [] : [{ id, userType }])),
				)
				await people.enable(some.flatMap(({ change: { id }, isEnabled }) => (isEnabled ? [id] : [])))
				await directory.replacePlacements(
					writer.company.id,
					some.flatMap(({ change, departmentId }) =>
						departmentId === undefined ? [] : [{ userId: change.id, departmentId }],
					),
				)
			}),
		some => writer.written.changed.push(...some),
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
		some => writer.written.disabled.push(...some),
	)

/** Hashing is slow, and therefore done before the first transaction. */
async function hashPasswords(created: readonly PlannedPerson[], interruption: AbortSignal): Promise<(string | null)[]> {
	const hashes: (string | null)[] = []
	for (let from = 0; from < created.length; from += hashedAtOnce) {
		stopIfInterrupted(interruption)
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
	context: PersonContext,
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

const membershipOf = (company: Company, { id: userId }: FreshAccount, person: FilePerson): MembershipRow => ({
	userId,
	companyId: company.id,
	userType: person.userType ?? userType.ordinary,
	isDefault: true,
})
