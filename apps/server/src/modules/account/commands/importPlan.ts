import { type UserId, userType } from '@parley/core'
import type { DepartmentPaths, DepartmentRow } from '../../directory/index.ts'
import type { KnownPerson, Member, PersonChange } from '../peopleStore.ts'
import type { Fault, FilePerson } from './peopleFile.ts'

/** State of the company and of the people of a file in the database, before an import. */
export interface KnownPeople {
	/** Accounts of the site with a login name or a number of the file. */
	accounts: readonly KnownPerson[]
	members: readonly Member[]
	departments: DepartmentPaths
	/** Departments of the company each of its members is in. */
	placements: ReadonlyMap<UserId, readonly string[]>
}

/** Row of the file with the department it names. */
export interface PlannedPerson {
	person: FilePerson
	departmentId: string | undefined
}

/** Member of the company, with the values that differ in the file. */
export interface PlannedChange {
	line: number
	change: PersonChange
	userType?: number | undefined
	/** Moves them from all departments of the company into this one. */
	departmentId?: string
	isEnabled?: true
}

export interface ImportPlan {
	departments: DepartmentRow[]
	created: PlannedPerson[]
	changed: PlannedChange[]
	/** People whose numbers move to other people of the file. */
	freed: UserId[]
	/** Members who are not in the file. */
	missing: Member[]
	unchanged: number
	/** People in the file who were disabled by hand, and stay disabled. */
	stillDisabled: FilePerson[]
	/** Existing people with a password in the file: importing a file again does not reset the password they chose. */
	keepPasswords: FilePerson[]
	/** People missing from the file who stay unchanged: administrators, and members of another company. */
	spared: Member[]
}

/** Plans the changes of an import, or lists every error: those of the file and those found in the database. */
export function planImport(
	{ people, faults: inFile }: { people: readonly FilePerson[]; faults: readonly Fault[] },
	known: KnownPeople,
): { plan: ImportPlan; faults?: never } | { faults: Fault[]; plan?: never } {
	const byName = new Map(known.accounts.map(account => [account.name.toLowerCase(), account]))
	const memberOf = new Map(known.members.map(member => [member.id, member]))
	const faults = [...inFile, ...findFaults(people, known, byName, memberOf)]
	if (faults.length > 0) return { faults }

	const plan: ImportPlan = {
		departments: [],
		created: [],
		changed: [],
		freed: findFreed(people, known, byName),
		...missingOf(people, known.members, byName),
		unchanged: 0,
		stillDisabled: [],
		keepPasswords: [],
	}
	for (const person of people) {
		const { department, made } = known.departments.ensure(person.department)
		plan.departments.push(...made)
		const account = byName.get(person.name.toLowerCase())
		const member = account && memberOf.get(account.id)
		if (!account || !member) {
			plan.created.push({ person, departmentId: department?.id })
			continue
		}
		if (person.password !== undefined) plan.keepPasswords.push(person)
		if (account.disabledBy === 'command') plan.stillDisabled.push(person)
		const places = known.placements.get(account.id) ?? []
		const planned = changeOf(person, account, member, places, department?.id)
		if (planned) plan.changed.push(planned)
		else plan.unchanged++
	}
	return { plan }
}

const numberKey = ({ areaCode, mobile }: { areaCode: string; mobile: string }) => `${areaCode}-${mobile}`

const numberOf = ({ mobile: { mobile, mobileCode } }: FilePerson) =>
	mobile === undefined || mobileCode === undefined ? undefined : { areaCode: mobileCode, mobile }

/** Reports names of people of other companies, and numbers whose owners keep them. */
function findFaults(
	people: readonly FilePerson[],
	{ accounts }: KnownPeople,
	byName: ReadonlyMap<string, KnownPerson>,
	memberOf: ReadonlyMap<UserId, Member>,
): Fault[] {
	const owners = new Map(accounts.flatMap(one => (one.number ? [[numberKey(one.number), one] as const] : [])))
	const inFile = new Map(people.map(person => [person.name.toLowerCase(), person]))
	return people.flatMap(person => {
		const faults: string[] = []
		const account = byName.get(person.name.toLowerCase())
		if (account && !memberOf.has(account.id))
			faults.push(`name "${person.name}" belongs to a person of another company on this site`)
		const number = numberOf(person)
		const owner = number && owners.get(numberKey(number))
		if (number && owner && owner.id !== account?.id && !givesUp(inFile.get(owner.name.toLowerCase()), number))
			faults.push(`mobile "${number.mobile}" belongs to ${owner.name}`)
		return faults.map(text => ({ line: person.line, text }))
	})
}

/** Returns whether the file gives the owner of a number another number. */
function givesUp(owner: FilePerson | undefined, number: { areaCode: string; mobile: string }): boolean {
	const next = owner && numberOf(owner)
	return next !== undefined && numberKey(next) !== numberKey(number)
}

function findFreed(
	people: readonly FilePerson[],
	{ accounts }: KnownPeople,
	byName: ReadonlyMap<string, KnownPerson>,
): UserId[] {
	const owners = new Map(accounts.flatMap(one => (one.number ? [[numberKey(one.number), one.id] as const] : [])))
	return people.flatMap(person => {
		const number = numberOf(person)
		const owner = number && owners.get(numberKey(number))
		return owner !== undefined && owner !== byName.get(person.name.toLowerCase())?.id ? [owner] : []
	})
}

/** Empty cells remove nothing: a number that a person bound themselves stays. */
function changeOf(
	person: FilePerson,
	account: KnownPerson,
	member: Member,
	places: readonly string[],
	departmentId: string | undefined,
): PlannedChange | undefined {
	const number = numberOf(person)
	const isOtherNumber = number && (!account.number || numberKey(number) !== numberKey(account.number))
	const isElsewhere = departmentId !== undefined && (places.length !== 1 || places[0] !== departmentId)
	const isOtherType = person.userType !== undefined && person.userType !== member.userType
	const planned: PlannedChange = {
		line: person.line,
		change: {
			id: account.id,
			...(person.displayName !== account.displayName && { displayName: person.displayName }),
			...(isOtherNumber && { number }),
		},
		...(isOtherType && { userType: person.userType }),
		...(isElsewhere && { departmentId }),
		...(account.disabledBy === 'import' && { isEnabled: true }),
	}
	const hasChange = Object.keys(planned).length > 2 || Object.keys(planned.change).length > 1
	return hasChange ? planned : undefined
}

function missingOf(
	people: readonly FilePerson[],
	members: readonly Member[],
	byName: ReadonlyMap<string, KnownPerson>,
): Pick<ImportPlan, 'missing' | 'spared'> {
	const inFile = new Set(people.map(({ name }) => byName.get(name.toLowerCase())?.id))
	const absent = members.filter(({ id, isDisabled }) => !isDisabled && !inFile.has(id))
	// An administrator must remain who can undo it.
	const isSpared = (member: Member) => member.userType === userType.administrator || member.isElsewhere
	return { missing: absent.filter(member => !isSpared(member)), spared: absent.filter(isSpared) }
}
