import type { CompanyId } from '@parley/core'
import type { Ids } from '../../platform/ids.ts'
import type { Department, DirectoryStore } from './store.ts'

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

	return { ensurePath, ofCompany: store.ofCompany, placements: store.placements, place: store.place }
}
export type DirectoryService = ReturnType<typeof directoryService>

/** Four digits and more, so that numbers sort as they were given out. */
const nextNumber = (known: readonly Department[]): string =>
	String(Math.max(1000, ...known.map(one => Number(one.number)).filter(Number.isSafeInteger)) + 1)
