import type { Plugin } from 'vite'
import { type RouteEntry, routeTable } from '../src/navigation/routes.ts'
import { initialScreenHtml } from './initialScreenHtml.ts'
import { criticalScreens } from './styleSheets.ts'

interface Chunk {
	type: 'chunk' | 'asset'
	fileName: string
	facadeModuleId?: string | null
	imports?: string[]
	isEntry?: boolean
}

/** Writes `routes.json` for the server: of every route its initial HTML, and the files it needs besides the main ones. */
export function routeFiles(): Plugin {
	return {
		name: 'parley:route-files',
		apply: 'build',
		generateBundle: {
			order: 'post',
			handler(_, bundle) {
				const chunks = Object.values(bundle) as unknown as Chunk[]
				const routes = [...filesOfLinks(routeTable, chunks), ...filesOfRoutes(routeTable, chunks)]
				const early = routesWithOverlays(routes)
				if (early.length > 0)
					this.error(
						`${early.join(', ')}: what opens over a screen comes before the screen; import it with lazyComponent`,
					)
				const source = routes.map(({ screen, ...route }) => ({
					...route,
					isCritical: criticalScreens.includes(screen),
					html: initialScreenHtml(screen),
				}))
				this.emitFile({ type: 'asset', fileName: 'routes.json', source: JSON.stringify(source, null, '\t') })
			},
		},
	}
}

/** The files of each route with a screen; paths as the spec writes them (`:meetingId`). */
export function filesOfRoutes(entries: readonly RouteEntry[], chunks: Chunk[]) {
	const byName = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
	const main = filesOfEntry(chunks, byName)
	return entries.flatMap(({ path, screen }) => {
		if (screen === undefined) return []
		const chunk = chunks.find(({ facadeModuleId }) =>
			facadeModuleId?.endsWith(`/screens/${screen}/${screen}.screen.tsx`),
		)
		const files = (chunk ? filesOf(chunk, byName) : []).filter(file => !main.has(file))
		const player = screen === 'LiveBroadcast' ? fileOfPlayer(chunks) : undefined
		return [{ path: path.replace(/\$/g, ':'), screen, files: files.map(file => `/${file}`), ...(player && { player }) }]
	})
}

/** Only some browsers need it: the script in the HTML decides (app/initial/initialLive.ts). */
function fileOfPlayer(chunks: Chunk[]): string | undefined {
	const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/live/player/hlsPlayer.ts'))
	return chunk && `/${chunk.fileName}`
}

const linkModule = '/screens/Landing/resolveLink.ts'

/**
 * Routes of short links (`/?meetingId=`): the files and the screen of the meeting they lead to, and the files that follow
 * them. @throws if no chunk follows links
 */
export function filesOfLinks(entries: readonly RouteEntry[], chunks: Chunk[]) {
	const following = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(linkModule))
	if (!following) throw new Error(`no chunk has ${linkModule}`)
	const destination = entries.filter(({ screen }) => screen === 'ScanJoin')
	const landing = entries.filter(({ screen }) => screen === 'Landing')
	const byName = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
	const main = filesOfEntry(chunks, byName)
	const own = filesOf(following, byName)
		.filter(file => !main.has(file))
		.map(file => `/${file}`)
	return filesOfRoutes(destination, chunks).flatMap(({ screen, files }) =>
		landing.map(({ path }) => ({ path, query: 'meetingId', screen, files: [...new Set([...files, ...own])] })),
	)
}

const filesOfEntry = (chunks: Chunk[], byName: Map<string, Chunk>) =>
	new Set(chunks.filter(chunk => chunk.isEntry).flatMap(entry => filesOf(entry, byName)))

/** Dialogs and sheets are a fifth of the code: the first tap loads them, never a first visit. */
export const routesWithOverlays = (routes: readonly { path: string; files: string[] }[]): string[] =>
	routes.filter(({ files }) => files.some(file => file.includes('/overlays-'))).map(({ path }) => path)

/** A chunk with everything it imports. */
function filesOf(chunk: Chunk, byName: Map<string, Chunk>, seen = new Set<string>()): string[] {
	if (seen.has(chunk.fileName)) return []
	seen.add(chunk.fileName)
	const imported = (chunk.imports ?? []).flatMap(name => {
		const next = byName.get(name)
		return next ? filesOf(next, byName, seen) : []
	})
	return [chunk.fileName, ...imported]
}
