import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aDepartment } from '../../testing/aDirectory.ts'
import { buildDepartmentTree, getChildren, getDepartmentPath, listDeepestFirst } from './departmentTree.ts'

test('[MEMB-01] departments are under their parents, in the order of the list', () => {
	const tree = buildDepartmentTree([aDepartment('3', '1'), aDepartment('2'), aDepartment('1'), aDepartment('4', '3')])
	expect(tree.roots).toEqual(['2', '1'])
	expect(getChildren(tree, '1')).toEqual(['3'])
	expect(getDepartmentPath(tree, '4')).toEqual(['1', '3', '4'])
	expect(getDepartmentPath(tree, '9')).toEqual([])
})

test('[MEMB-01] a department with an unknown parent, or in a cycle, is a root; a number counts once', () => {
	const tree = buildDepartmentTree([
		aDepartment('1', '9'),
		aDepartment('2', '3'),
		aDepartment('3', '2'),
		aDepartment('4', '4'),
		aDepartment('5', '2'),
		aDepartment('1', '4', 'again'),
	])
	expect(tree.roots).toEqual(['1', '2', '3', '4', '5'])
	expect(tree.nodes.get('1')?.department.name).toBe('Department 1')
})

test('[MEMB-01] for any list every department is in the tree once and every path ends', () => {
	const number = fc.integer({ min: 1, max: 9 }).map(String)
	const list = fc.array(fc.tuple(number, fc.oneof(number, fc.constant(''))), { maxLength: 14 })
	fc.assert(
		fc.property(list, pairs => {
			const tree = buildDepartmentTree(pairs.map(([own, parent]) => aDepartment(own, parent)))
			const all = [...new Set(pairs.map(([own]) => own))].sort()
			expect(listDeepestFirst(tree).sort()).toEqual(all)
			for (const one of all) expect(getDepartmentPath(tree, one).at(-1)).toBe(one)
		}),
	)
})
