import type { Department } from '@parley/api'

/** The departments of a company, each under one other or at the top, whatever the list they came in says. */
export interface Tree {
	/** Numbers of the departments at the top, in the order of the list. */
	tops: readonly string[]
	branches: ReadonlyMap<string, Branch>
}

export interface Branch {
	department: Department
	/** Nothing at the top. */
	parent: string | undefined
	children: readonly string[]
}

export const noTree: Tree = { tops: [], branches: new Map() }

/** A department whose parent is missing, or which is above itself, stands at the top; of two with one number the first counts. */
export function treeOf(departments: readonly Department[]): Tree {
	const listed = new Map<string, Department>()
	for (const department of departments) {
		if (!listed.has(department.number)) listed.set(department.number, department)
	}
	const branches = new Map<string, Branch & { children: string[] }>()
	for (const department of listed.values()) {
		const parent = reachesTop(department, listed) ? department.parentNumber : ''
		branches.set(department.number, { department, parent: listed.has(parent) ? parent : undefined, children: [] })
	}
	const tops: string[] = []
	for (const [number, { parent }] of branches) {
		const siblings = parent === undefined ? tops : branches.get(parent)?.children
		siblings?.push(number)
	}
	return { tops, branches }
}

function reachesTop(department: Department, listed: ReadonlyMap<string, Department>): boolean {
	const seen = new Set<string>()
	for (let at: Department | undefined = department; at; at = listed.get(at.parentNumber)) {
		if (seen.has(at.number)) return false
		seen.add(at.number)
	}
	return true
}

/** A department and those above it, from the top down; nothing for one that is not there. */
export function lineOf({ branches }: Tree, number: string): string[] {
	const line: string[] = []
	for (let at: string | undefined = number; at !== undefined && branches.has(at); at = branches.get(at)?.parent) {
		line.unshift(at)
	}
	return line
}

/** What stands directly below a department, or at the top. */
export const childrenOf = ({ tops, branches }: Tree, number: string | undefined): readonly string[] =>
	number === undefined ? tops : (branches.get(number)?.children ?? [])

/** Every department, the deepest first. */
export function deepestFirst(tree: Tree): string[] {
	const level = [...tree.tops]
	for (const number of level) level.push(...childrenOf(tree, number))
	return level.reverse()
}

export const nameOf = ({ branches }: Tree, number: string): string | undefined => branches.get(number)?.department.name
