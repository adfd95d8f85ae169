import type { Plugin } from 'vite'
import { type RouteEntry, routeTable } from '../src/app/navigation/routes.ts'

interface Chunk {
	type: 'chunk' | 'asset'
	fileName: string
	facadeModuleId?: string | null
	imports?: string[]
	isEntry?: boolean
	viteMetadata?: { importedCss: Set<string> }
}

/** Writes `preloads.json`: which files each address needs beyond the ones every page brings. */
export function routeFiles(): Plugin {
	return {
		name: 'parley:route-files',
		apply: 'build',
		generateBundle: {
			order: 'post',
			handler(_, bundle) {
				const routes = filesOfRoutes(routeTable, Object.values(bundle) as unknown as Chunk[])
				this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify({ routes }, null, '\t') })
			},
		},
	}
}

/** The files of each built address, in the spelling of the spec (`:meetingId`). */
export function filesOfRoutes(entries: readonly RouteEntry[], chunks: Chunk[]) {
	const byName = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
	const common = new Set(chunks.filter(chunk => chunk.isEntry).flatMap(entry => filesOf(entry, byName)))
	const find = (end: string) => chunks.find(chunk => chunk.facadeModuleId?.endsWith(end))

	return entries.flatMap(({ path, screen }) => {
		if (screen === undefined) return []
		if (screen === 'Landing') return [{ path, files: [] }]
		const chunk = find(`/screens/${screen}/index.ts`)
		const files = chunk ? filesOf(chunk, byName) : []
		const own = [...new Set(files)].filter(file => !common.has(file))
		return [{ path: path.replace(/\$/g, ':'), files: own.map(file => `/${file}`) }]
	})
}

function filesOf(chunk: Chunk, byName: Map<string, Chunk>, seen = new Set<string>()): string[] {
	if (seen.has(chunk.fileName)) return []
	seen.add(chunk.fileName)
	const imported = (chunk.imports ?? []).flatMap(name => {
		const next = byName.get(name)
		return next ? filesOf(next, byName, seen) : []
	})
	return [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? []), ...imported]
}
