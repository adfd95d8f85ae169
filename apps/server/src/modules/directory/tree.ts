import type { Department } from './store.ts'

/** Where a department stands: how deep, under which, and its name with those above it. */
export interface Place {
	department: Department
	/** 1 at the top. */
	level: number
	parentNumber: string | null
	path: string
}

/** The tree of a company. A department whose parent is gone, or which is above itself, stands at the top. */
export function placesOf(departments: readonly Department[]): Place[] {
	const byNumber = new Map(departments.map(department => [department.number, department]))
	return departments.map(department => {
		const above = aboveIt(department, byNumber)
		return {
			department,
			level: above.length + 1,
			parentNumber: above[0]?.number ?? null,
			path: [...above.toReversed(), department].map(({ name }) => name).join('/'),
		}
	})
}

/** The departments above one, nearest first. */
function aboveIt(department: Department, byNumber: ReadonlyMap<string, Department>): Department[] {
	const above: Department[] = []
	const seen = new Set([department.number])
	for (let at = department.parentNumber; at !== null; ) {
		const parent = byNumber.get(at)
		if (!parent) break
		if (seen.has(parent.number)) return []
		seen.add(parent.number)
		above.push(parent)
		at = parent.parentNumber
	}
	return above
}
