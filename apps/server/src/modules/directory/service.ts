import type { Department as DepartmentOnWire, DirectoryPerson, Host } from '@parley/api'
import { type CompanyId, cleanText, isUserName, type UserId } from '@parley/core'
import type { Ids } from '../../platform/ids.ts'
import { loginNameFor, mobileFor, type Reader, scanOnly } from './policy.ts'
import type { Department, DirectoryEntry, DirectoryStore } from './store.ts'
import { type Place, placesOf } from './tree.ts'

const mostFound = 50
const mostOfDepartment = 1_000
/** `gender` where it is not known; nobody is asked for it here. */
const unknown = 0

/** Who looks, and in which company. */
export interface Looker extends Reader {
	companyId: CompanyId
}

export function directoryService({ store, ids }: { store: DirectoryStore; ids: Ids }) {
	/** The department at the end of a path such as `R&D`, `Platform`; what is missing on the way is made. */
	async function ensurePath(companyId: CompanyId, path: readonly string[]): Promise<Department | undefined> {
		const known = await store.ofCompany(companyId)
		let here: Department | undefined
		for (const name of path) {
			const parentNumber: string | null = here?.number ?? null
			const found = known.find(one => one.parentNumber === parentNumber && one.name === name)
			here = found ?? (await make({ companyId, name, parentNumber, number: nextNumber(known) }))
			if (!found) known.push(here)
		}
		return here
	}

	async function make(wanted: Omit<Department, 'id'>): Promise<Department> {
		const department = { id: ids.row('d'), ...wanted }
		await store.insert(department)
		return department
	}

	/** The tree of a company as a list, by number (API-25). */
	async function departments(companyId: CompanyId): Promise<DepartmentOnWire[]> {
		return placesOf(await store.ofCompany(companyId)).map(({ department, level, parentNumber }) => ({
			id: department.id,
			number: department.number,
			name: department.name,
			level,
			parentNumber: parentNumber ?? '',
		}))
	}

	/** People of one department of the own company; nobody where it has no such department (API-26). */
	async function people(looker: Looker, departmentNumber: string): Promise<DirectoryPerson[]> {
		const { companyId } = looker
		const found = await store.inDepartment(companyId, departmentNumber, mostOfDepartment)
		return await shown(looker, found)
	}

	/** People of the own company by name; nobody where nothing is asked for (API-27). */
	async function search(looker: Looker, name: string): Promise<DirectoryPerson[]> {
		const wanted = cleanText(name)
		if (wanted === '') return []
		const { companyId } = looker
		return await shown(looker, await store.search({ companyId, name: wanted, butTypes: [], limit: mostFound }))
	}

	async function shown(looker: Looker, found: DirectoryEntry[]): Promise<DirectoryPerson[]> {
		if (found.length === 0) return []
		const places = placesOf(await store.ofCompany(looker.companyId))
		const byNumber = new Map(places.map(place => [place.department.number, place]))
		return found.map(entry => personFor(looker, entry, byNumber.get(entry.departmentNumber ?? '')))
	}

	/** Who may host a meeting of the own company: by a part of the display name, or the one of a login name (OP-100). */
	async function hosts(looker: Looker, asked: { displayName: string } | { name: string }): Promise<Host[]> {
		const { companyId } = looker
		const butTypes = [scanOnly]
		if ('displayName' in asked) {
			const name = cleanText(asked.displayName)
			if (name === '') return []
			const found = await store.search({ companyId, name, butTypes, limit: mostFound })
			return found.map(entry => hostFor(looker, entry))
		}
		const name = cleanText(asked.name)
		const found = isUserName(name) ? await store.findByName({ companyId, name, butTypes }) : undefined
		return found ? [hostFor(looker, found)] : []
	}

	/** Whether somebody may host a meeting of a company. */
	async function mayHost(companyId: CompanyId, userId: UserId): Promise<boolean> {
		return (await store.peopleAmong(companyId, [userId], [scanOnly])).length > 0
	}

	/** Ids of departments by number; nothing where the company lacks one of them, or one of the people. */
	async function departmentIdsOf(
		companyId: CompanyId,
		named: { people: readonly UserId[]; numbers: readonly string[] },
	): Promise<string[] | undefined> {
		const [people, departments] = await Promise.all([
			store.peopleAmong(companyId, named.people, []),
			store.departmentsAmong(companyId, named.numbers),
		])
		const areAllThere = people.length === named.people.length && departments.length === named.numbers.length
		return areAllThere ? departments.map(({ id }) => id) : undefined
	}

	return {
		ensurePath,
		ofCompany: store.ofCompany,
		placements: store.placements,
		place: store.place,
		departments,
		people,
		search,
		hosts,
		mayHost,
		departmentIdsOf,
	}
}
export type DirectoryService = ReturnType<typeof directoryService>

/** Four digits and more, so that numbers sort as they were given out. */
const nextNumber = (known: readonly Department[]): string =>
	String(Math.max(1000, ...known.map(one => Number(one.number)).filter(Number.isSafeInteger)) + 1)

const personFor = (reader: Reader, entry: DirectoryEntry, place: Place | undefined): DirectoryPerson => ({
	id: entry.id,
	displayName: entry.displayName,
	departmentNumber: entry.departmentNumber ?? '',
	departmentPath: place?.path ?? '',
	gender: unknown,
	mobile: mobileFor(reader, entry),
	name: loginNameFor(reader, entry),
})

const hostFor = (reader: Reader, entry: DirectoryEntry): Host => ({
	id: entry.id,
	name: loginNameFor(reader, entry),
	displayName: entry.displayName,
})
