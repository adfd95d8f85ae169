import { createHash } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'

/**
 * Screens whose styles are in the HTML of a first visit. A screen belongs here if links open it for people who were not there
 * before, and `npm run bench -- page-bytes` stays below the limit of the critical style sheet.
 */
export const criticalScreens: readonly string[] = [
	'Landing',
	'Login',
	'BootLogin',
	'DingTalkLogin',
	'Invite',
	'PublicMeeting',
	'JoinQuickly',
	'JoinMeeting',
	'ScanJoin',
	'LiveBroadcast',
]

/** The two style sheets: all styles, and of those the styles of the critical screens, in the same order. */
export interface Sheets {
	all: string
	critical: string
}

/** The parts of a chunk that matter here; `css` has the names of its own style files. */
export interface StyledChunk {
	fileName: string
	imports: string[]
	dynamicImports: string[]
	moduleIds: readonly string[]
	isEntry: boolean
	css: Iterable<string>
}

type Bundle = Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>

/**
 * Writes all styles to one style sheet, and those of the critical screens to another, which the server puts into the HTML of a
 * first visit. A chunk whose styles are not in the critical sheet waits for the whole one, as Vite does it for styles of
 * a chunk (docs/decisions/style-sheet-in-the-first-html.md).
 */
export function styleSheets(): Plugin {
	const sources = new Map<string, string>()
	return {
		name: 'parley:style-sheets',
		apply: 'build',
		enforce: 'pre',
		transform: {
			filter: { id: /\.css$/ },
			handler(code, id) {
				sources.set(id, code)
				return undefined
			},
		},
		/** Chunks name the style sheet they wait for, and their own names are made before it has one. */
		augmentChunkHash: () => digestOf([...sources].sort(([a], [b]) => (a < b ? -1 : 1)).flat()),
		generateBundle: {
			order: 'pre',
			handler(_, output) {
				const bundle = output as Bundle
				const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
				const styled = chunks.map(chunk => ({ ...chunk, css: [...(chunk.viteMetadata?.importedCss ?? [])] }))
				const sourceOf = (file: string) => {
					const asset = bundle[file]
					if (asset?.type !== 'asset') throw new Error(`${file} is missing in the build`)
					return String(asset.source)
				}
				const { sheets, waiting } = mergeStyles(styled, sourceOf)
				const emit = (name: string, source: string) => this.getFileName(this.emitFile({ type: 'asset', name, source }))
				const whole = emit('style.css', sheets.all)
				emit('critical.css', sheets.critical)
				for (const { css } of styled) for (const file of css) delete bundle[file]
				for (const chunk of chunks) {
					chunk.viteMetadata?.importedCss.clear()
					if (waiting.has(chunk.fileName)) chunk.viteMetadata?.importedCss.add(whole)
				}
			},
		},
		transformIndexHtml: {
			order: 'post',
			handler(html, { bundle }) {
				const [style, critical] = ['style', 'critical'].map(name => fileNamed(name, Object.keys(bundle ?? {})))
				// At the end: in the head it would block the first paint.
				const link = `<link rel="stylesheet" crossorigin href="/${style}" data-critical="/${critical}">`
				return html.replace('</body>', () => `${link}</body>`)
			},
		},
	}
}

function fileNamed(name: string, files: string[]): string {
	const found = files.find(file => new RegExp(`(^|/)${name}-[\\w-]+\\.css$`).test(file))
	if (!found) throw new Error(`the build has no ${name}.css`)
	return found
}

/**
 * @param sourceOf returns the content of a style file
 * @returns the sheets, and the names of the chunks with styles that are not in the critical sheet
 * @throws if a critical screen has no chunk
 */
export function mergeStyles(chunks: readonly StyledChunk[], sourceOf: (file: string) => string) {
	const byName = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
	const entries = chunks.filter(({ isEntry }) => isEntry)
	const screens = criticalScreens.map(screen => {
		const chunk = chunks.find(({ moduleIds }) =>
			moduleIds.some(id => id.endsWith(`/screens/${screen}/${screen}.screen.tsx`)),
		)
		if (!chunk) throw new Error(`the screen ${screen} has no chunk`)
		return chunk
	})
	const critical = importsFirst([...entries, ...screens], byName)
	const all = importsFirst(entries, byName, { withDynamic: true })
	const join = (list: StyledChunk[]) => list.flatMap(({ css }) => [...css].map(sourceOf)).join('')
	const isCritical = new Set(critical)
	const sheets: Sheets = { all: join(all), critical: join(all.filter(chunk => isCritical.has(chunk))) }
	const waiting = all.filter(chunk => !isCritical.has(chunk) && [...chunk.css].length > 0)
	return { sheets, waiting: new Set(waiting.map(({ fileName }) => fileName)) }
}

/** The chunks and everything they import, each after its imports, so that its styles win over those it uses. */
function importsFirst(starts: StyledChunk[], byName: Map<string, StyledChunk>, { withDynamic = false } = {}) {
	const found = new Set<StyledChunk>()
	const seen = new Set<StyledChunk>()
	const later: string[] = []
	function collect(chunk: StyledChunk | undefined) {
		if (!chunk || seen.has(chunk)) return
		seen.add(chunk)
		for (const name of chunk.imports) collect(byName.get(name))
		if (withDynamic) later.push(...chunk.dynamicImports)
		found.add(chunk)
	}
	for (const chunk of starts) collect(chunk)
	// Dynamic imports of these chunks are added while the list is read.
	for (const name of later) collect(byName.get(name))
	return [...found]
}

const digestOf = (texts: string[]): string => createHash('sha256').update(texts.join('\0')).digest('hex')
