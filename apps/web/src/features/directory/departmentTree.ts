import type { Department } from '@parley/api'

/** The departments of a company, each under one other or at the top, whatever the list they came in says. */
export interface DepartmentTree {
	/** Numbers of the departments at the top, in the order of the list. */
	roots: readonly string[]
	nodes: ReadonlyMap<string, DepartmentNode>
}

export interface DepartmentNode {
	department: Department
	/** Nothing at the top. */
	parent: string | undefined
	children: readonly string[]
}

export const emptyTree: DepartmentTree = { roots: [], nodes: new Map() }

/** A department whose parent is missing, or which is above itself, stands at the top; of two with one number the first counts. */
export function buildDepartmentTree(departments: readonly Department[]): DepartmentTree {
	const listed = new Map<string, Department>()
	for (const department of departments) {
		if (!listed.has(department.number)) listed.set(department.number, department)
	}
	const branches = new Map<string, DepartmentNode & { children: string[] }>()
	for (const department of listed.values()) {
		const parent = hasPathToRoot(department, listed) ? department.parentNumber : ''
		branches.set(department.number, { department, parent: listed.has(parent) ? parent : undefined, children: [] })
	}
	const tops: string[] = []
	for (const [number, { parent }] of branches) {
		const siblings = parent === undefined ? tops : branches.get(parent)?.children
		siblings?.push(number)
	}
	return { roots: tops, nodes: branches }
}

function hasPathToRoot(department: Department, listed: ReadonlyMap<string, Department>): boolean {
	const seen = new Set<string>()
	for (let at: Department | undefined = department; at; at = listed.get(at.parentNumber)) {
		if (seen.has(at.number)) return false
		seen.add(at.number)
	}
	return true
}

/** A department and those above it, from the top down; nothing for one that is not there. */
export function getDepartmentPath({ nodes }: DepartmentTree, number: string): string[] {
	const line: string[] = []
	for (let at: string | undefined = number; at !== undefined && nodes.has(at); at = nodes.get(at)?.parent) {
		line.unshift(at)
	}
	return line
}

/** What stands directly below a department, or at the top. */
export const getChildren = ({ roots, nodes }: DepartmentTree, number: string | undefined): readonly string[] =>
	number === undefined ? roots : (nodes.get(number)?.children ?? [])

/** Every department, the deepest first. */
export function listDeepestFirst(tree: DepartmentTree): string[] {
	const level = [...tree.roots]
	for (const number of level) level.push(...getChildren(tree, number))
	return level.reverse()
}

export const getDepartmentName = ({ nodes }: DepartmentTree, number: string): string | undefined =>
	nodes.get(number)?.department.name
