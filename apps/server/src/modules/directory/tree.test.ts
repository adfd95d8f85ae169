import { expect, test } from 'vitest'
import type { DepartmentRow } from './store.ts'
import { positionDepartments } from './tree.ts'

const department = (number: string, parentNumber: string | null): DepartmentRow => ({
	id: `d${number}`,
	companyId: 'c1' as never,
	number,
	name: `N${number}`,
	parentNumber,
})
const shown = (departments: DepartmentRow[]) =>
	positionDepartments(departments).map(({ department, level, parentNumber, path }) => [
		department.number,
		level,
		parentNumber,
		path,
	])

test('[ENT-14] a department has a level, a parent and a full name', () => {
	expect(shown([department('1', null), department('2', '3'), department('3', '1'), department('4', null)])).toEqual([
		['1', 1, null, 'N1'],
		['2', 3, '3', 'N1/N3/N2'],
		['3', 2, '1', 'N1/N3'],
		['4', 1, null, 'N4'],
	])
})

test('[ENT-14] a department whose parent was deleted is at the top', () => {
	expect(shown([department('1', '9'), department('2', '1')])).toEqual([
		['1', 1, null, 'N1'],
		['2', 2, '1', 'N1/N2'],
	])
})

test('[ENT-14] departments in a cycle, and those below them, end somewhere', () => {
	const places = shown([department('1', '2'), department('2', '1'), department('3', '3'), department('4', '1')])
	expect(places).toEqual([
		['1', 1, null, 'N1'],
		['2', 1, null, 'N2'],
		['3', 1, null, 'N3'],
		['4', 1, null, 'N4'],
	])
})
