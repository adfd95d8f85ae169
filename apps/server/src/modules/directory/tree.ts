import type { DepartmentRow } from './store.ts'

/** A department in the tree of its company. */
export interface DepartmentPosition {
	department: DepartmentRow
	/** 1 at the top. */
	level: number
	parentNumber: string | null
	/** Names from the top department down, joined by `/`. */
	path: string
}

/** Level and path of each department. One whose parent is missing, or that is its own ancestor, is at the top. */
export function positionDepartments(departments: readonly DepartmentRow[]): DepartmentPosition[] {
	const byNumber = new Map(departments.map(department => [department.number, department]))
	return departments.map(department => {
		const ancestors = findAncestors(department, byNumber)
		return {
			department,
			level: ancestors.length + 1,
			parentNumber: ancestors[0]?.number ?? null,
			path: [...ancestors.toReversed(), department].map(({ name }) => name).join('/'),
		}
	})
}

/** Ancestors of a department, nearest first. */
function findAncestors(department: DepartmentRow, byNumber: ReadonlyMap<string, DepartmentRow>): DepartmentRow[] {
	const ancestors: DepartmentRow[] = []
	const seen = new Set([department.number])
	for (let number = department.parentNumber; number !== null; ) {
		const parent = byNumber.get(number)
		if (!parent) break
		if (seen.has(parent.number)) return []
		seen.add(parent.number)
		ancestors.push(parent)
		number = parent.parentNumber
	}
	return ancestors
}
