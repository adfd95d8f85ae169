import { m } from '../../locales/index.ts'
import { getDepartmentName, getDepartmentPath } from './departmentTree.ts'
import type { KnownDirectory } from './knownDirectory.ts'
import type { Selection } from './selection.ts'

/** `2 departments, 5 people`; zero counts are left out. */
export function countLabel({ departments, people }: { departments: number; people: number }): string {
	const parts = [departmentsLabel(departments), peopleLabel(people)].filter(words => words !== '')
	return parts.join(m.directory_count_and())
}

function departmentsLabel(count: number): string {
	if (count === 0) return ''
	return count === 1 ? m.directory_department_one() : m.directory_department_count({ count })
}

export function peopleLabel(count: number): string {
	if (count === 0) return ''
	return count === 1 ? m.directory_person_one() : m.directory_person_count({ count })
}

/** Describes the size of the selection. An empty one means everyone, unless the form requires a person (CREATE-22). */
export const selectionLabel = ({ departments, people }: Selection, isRequired: boolean): string =>
	departments.size + people.size === 0
		? isRequired
			? m.directory_selected_none()
			: m.common_whole_company()
		: m.directory_selected({ count: countLabel({ departments: departments.size, people: people.size }) })

/** The ancestors of a department; empty for a root. */
export const parentPathLabel = ({ tree }: KnownDirectory, number: string): string =>
	getDepartmentPath(tree, number)
		.slice(0, -1)
		.map(above => getDepartmentName(tree, above) ?? above)
		.join(' / ')

/** The department path of a person, as the server has it. */
export const departmentPathLabel = (path: string): string => path.split('/').join(' / ')
