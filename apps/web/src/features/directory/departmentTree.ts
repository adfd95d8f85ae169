import type { Department } from '@parley/api'

/** The departments of a company as a tree, even where the list has cycles or unknown parents. */
export interface DepartmentTree {
	/** Numbers of the departments without a parent, in the order of the list. */
	roots: readonly string[]
	nodes: ReadonlyMap<string, DepartmentNode>
}

export interface DepartmentNode {
	department: Department
	/** Undefined for a root. */
	parent: string | undefined
	children: readonly string[]
}

export const emptyTree: DepartmentTree = { roots: [], nodes: new Map() }

/** A department whose parent is unknown, or which is its own ancestor, becomes a root; of two with one number the first counts. */
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

/** The numbers from the root to a department; empty for an unknown one. */
export function getDepartmentPath({ nodes }: DepartmentTree, number: string): string[] {
	const path: string[] = []
	for (let at: string | undefined = number; at !== undefined && nodes.has(at); at = nodes.get(at)?.parent) {
		path.unshift(at)
	}
	return path
}

/** The children of a department, or the roots. */
export const getChildren = ({ roots, nodes }: DepartmentTree, number: string | undefined): readonly string[] =>
	number === undefined ? roots : (nodes.get(number)?.children ?? [])

/** All departments, deepest first. */
export function listDeepestFirst(tree: DepartmentTree): string[] {
	const level = [...tree.roots]
	for (const number of level) level.push(...getChildren(tree, number))
	return level.reverse()
}

export const getDepartmentName = ({ nodes }: DepartmentTree, number: string): string | undefined =>
	nodes.get(number)?.department.name
