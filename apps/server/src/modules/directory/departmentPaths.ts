import type { CompanyId } from '@parley/core'
import type { DepartmentRow } from './store.ts'

/** The departments of a company by their paths; those that are missing are made in memory, for the caller to store. */
export function createDepartmentPaths(companyId: CompanyId, stored: readonly DepartmentRow[], newId: () => string) {
	const byParentAndName = new Map(stored.map(row => [keyOf(row), row]))
	const byId = new Map(stored.map(row => [row.id, row]))
	const byNumber = new Map(stored.map(row => [row.number, row]))
	// At least four digits, so that numbers sort in the order they were assigned.
	let lastNumber = stored
		.map(({ number }) => Number(number))
		.filter(Number.isSafeInteger)
		.reduce((last, number) => Math.max(last, number), 1000)

	function find(path: readonly string[]): DepartmentRow | undefined {
		let current: DepartmentRow | undefined
		for (const name of path) {
			current = byParentAndName.get(keyOf({ parentNumber: current?.number ?? null, name }))
			if (!current) return undefined
		}
		return current
	}

	/** The department at the end of a path, and those of the path that were made, from the top. */
	function ensure(path: readonly string[]): { department: DepartmentRow | undefined; made: DepartmentRow[] } {
		const made: DepartmentRow[] = []
		let department: DepartmentRow | undefined
		for (const name of path) {
			const parentNumber: string | null = department?.number ?? null
			const found = byParentAndName.get(keyOf({ parentNumber, name }))
			department = found ?? { id: newId(), companyId, name, parentNumber, number: String(++lastNumber) }
			if (found) continue
			byParentAndName.set(keyOf(department), department)
			made.push(department)
		}
		return { department, made }
	}

	/** The names from the top to a stored department, such as `R&D`, `Platform`; empty for one that is not of the company. */
	function pathOf(id: string): string[] {
		const path: string[] = []
		let row = byId.get(id)
		// Stops if the office system's directory contains a cycle.
		while (row && path.length < stored.length) {
			path.unshift(row.name)
			row = row.parentNumber === null ? undefined : byNumber.get(row.parentNumber)
		}
		return path
	}

	return { find, ensure, pathOf }
}
export type DepartmentPaths = ReturnType<typeof createDepartmentPaths>

const keyOf = ({ parentNumber, name }: Pick<DepartmentRow, 'parentNumber' | 'name'>) => `${parentNumber ?? ''}/${name}`
