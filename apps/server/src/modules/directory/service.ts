import type { Department as DepartmentResponse, DirectoryPerson, Host } from '@parley/api'
import { type CompanyId, cleanText, isUserName, type UserId } from '@parley/core'
import type { Ids } from '../../platform/ids.ts'
import { createDepartmentPaths } from './departmentPaths.ts'
import { type DirectoryViewer, scannerUserType, visibleLoginName, visibleMobile } from './policy.ts'
import type { DepartmentRow, DirectoryEntry, DirectoryStore } from './store.ts'
import { type DepartmentPosition, positionDepartments } from './tree.ts'

const maxResults = 50
const maxPeoplePerDepartment = 1_000
/** Value of `gender`, which this server does not store. */
const unknownGender = 0

/** A person who looks something up, in their current company. */
export interface CompanyViewer extends DirectoryViewer {
	companyId: CompanyId
}

export function createDirectoryService({ store, ids }: { store: DirectoryStore; ids: Ids }) {
	const readPaths = async (companyId: CompanyId) =>
		createDepartmentPaths(companyId, await store.listDepartments(companyId), () => ids.row('d'))

	/** The department at the end of a path such as `R&D`, `Platform`; missing departments are created. */
	async function ensureDepartmentPath(
		companyId: CompanyId,
		path: readonly string[],
	): Promise<DepartmentRow | undefined> {
		const { department, made } = (await readPaths(companyId)).ensure(path)
		await store.insertDepartments(made)
		return department
	}

	/** Returns the department at the end of a path, if it exists. */
	const findDepartmentByPath = async (companyId: CompanyId, path: readonly string[]) =>
		(await readPaths(companyId)).find(path)

	/** The department tree of a company as a flat list, ordered by number (API-25). */
	async function listDepartmentTree(companyId: CompanyId): Promise<DepartmentResponse[]> {
		return positionDepartments(await store.listDepartments(companyId)).map(({ department, level, parentNumber }) => ({
			id: department.id,
			number: department.number,
			name: department.name,
			level,
			parentNumber: parentNumber ?? '',
		}))
	}

	/** People of one department of the viewer's company; empty if it has no such department (API-26). */
	async function listPeople(viewer: CompanyViewer, departmentNumber: string): Promise<DirectoryPerson[]> {
		const { companyId } = viewer
		const found = await store.listPeopleInDepartment(companyId, departmentNumber, maxPeoplePerDepartment)
		return await toPeople(viewer, found)
	}

	/** People of the viewer's company by name; empty for an empty name (API-27). */
	async function searchPeople(viewer: CompanyViewer, name: string): Promise<DirectoryPerson[]> {
		const wanted = cleanText(name)
		if (wanted === '') return []
		const { companyId } = viewer
		return await toPeople(
			viewer,
			await store.search({ companyId, name: wanted, excludedUserTypes: [], limit: maxResults }),
		)
	}

	async function toPeople(viewer: CompanyViewer, found: DirectoryEntry[]): Promise<DirectoryPerson[]> {
		if (found.length === 0) return []
		const numbers = [...new Set(found.flatMap(({ departmentNumber }) => departmentNumber ?? []))]
		const positions = positionDepartments(await store.listDepartmentsUpFrom(viewer.companyId, numbers))
		const byNumber = new Map(positions.map(position => [position.department.number, position]))
		return found.map(entry => toDirectoryPerson(viewer, entry, byNumber.get(entry.departmentNumber ?? '')))
	}

	/** People who may host a meeting of the viewer's company, by part of the display name or by exact login name (OP-100). */
	async function findHosts(viewer: CompanyViewer, query: { displayName: string } | { name: string }): Promise<Host[]> {
		const { companyId } = viewer
		const excludedUserTypes = [scannerUserType]
		if ('displayName' in query) {
			const name = cleanText(query.displayName)
			if (name === '') return []
			const found = await store.search({ companyId, name, excludedUserTypes, limit: maxResults })
			return found.map(entry => toHost(viewer, entry))
		}
		const name = cleanText(query.name)
		const found = isUserName(name) ? await store.findByName({ companyId, name, excludedUserTypes }) : undefined
		return found ? [toHost(viewer, found)] : []
	}

	async function canHost(companyId: CompanyId, userId: UserId): Promise<boolean> {
		return (await store.findPeople(companyId, [userId], [scannerUserType])).length > 0
	}

	/** Ids of departments by number; undefined if one of the departments or people is not in the company. */
	async function findDepartmentIds(
		companyId: CompanyId,
		wanted: { people: readonly UserId[]; numbers: readonly string[] },
	): Promise<string[] | undefined> {
		const [people, departments] = await Promise.all([
			store.findPeople(companyId, wanted.people, []),
			store.findDepartments(companyId, wanted.numbers),
		])
		const areAllFound = people.length === wanted.people.length && departments.length === wanted.numbers.length
		return areAllFound ? departments.map(({ id }) => id) : undefined
	}

	return {
		ensureDepartmentPath,
		findDepartmentByPath,
		readPaths,
		insertDepartments: store.insertDepartments,
		replacePlacements: store.replacePlacements,
		placeNew: store.placeNew,
		listPlacementsOf: store.listPlacementsOf,
		listDepartments: store.listDepartments,
		listPlacements: store.listPlacements,
		addToDepartment: store.addToDepartment,
		listDepartmentTree,
		listPeople,
		searchPeople,
		findHosts,
		canHost,
		findDepartmentIds,
	}
}
export type DirectoryService = ReturnType<typeof createDirectoryService>

const toDirectoryPerson = (
	viewer: DirectoryViewer,
	entry: DirectoryEntry,
	position: DepartmentPosition | undefined,
): DirectoryPerson => ({
	id: entry.id,
	displayName: entry.displayName,
	departmentNumber: entry.departmentNumber ?? '',
	departmentPath: position?.path ?? '',
	gender: unknownGender,
	mobile: visibleMobile(viewer, entry),
	name: visibleLoginName(viewer, entry),
})

const toHost = (viewer: DirectoryViewer, entry: DirectoryEntry): Host => ({
	id: entry.id,
	name: visibleLoginName(viewer, entry),
	displayName: entry.displayName,
})
