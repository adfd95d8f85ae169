import { m } from '../../locales/index.ts'
import type { Known } from './known.ts'
import type { Selection } from './selection.ts'
import { lineOf, nameOf } from './tree.ts'

/** `2 departments, 5 people`; what there is none of is not said. */
export function countWords({ departments, people }: { departments: number; people: number }): string {
	const parts = [departmentsWords(departments), peopleWords(people)].filter(words => words !== '')
	return parts.join(m.directory_count_and())
}

function departmentsWords(count: number): string {
	if (count === 0) return ''
	return count === 1 ? m.directory_department_one() : m.directory_department_count({ count })
}

function peopleWords(count: number): string {
	if (count === 0) return ''
	return count === 1 ? m.directory_person_one() : m.directory_person_count({ count })
}

export const chosenWords = ({ departments, people }: Selection): string =>
	departments.size + people.size === 0
		? m.directory_chosen_none()
		: m.directory_chosen({ count: countWords({ departments: departments.size, people: people.size }) })

/** The departments above one; nothing at the top. */
export const aboveWords = ({ tree }: Known, number: string): string =>
	lineOf(tree, number)
		.slice(0, -1)
		.map(above => nameOf(tree, above) ?? above)
		.join(' / ')

/** The path the server says somebody is at. */
export const pathWords = (path: string): string => path.split('/').join(' / ')
