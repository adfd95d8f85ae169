import { readFileSync } from 'node:fs'
import { minify, type Plugin, transformWithOxc } from 'vite'
import { locales, localeTags } from '../../../contracts/core/src/locales.ts'
import { initialCalls, initialSocket } from '../src/app/initial/initialCalls.ts'
import { engineCheck } from './engineCheck.ts'

const read = (path: string) => readFileSync(new URL(`../src/${path}`, import.meta.url), 'utf8')

/**
 * Inlines in the HTML what is needed to paint before any file has come: the style of the initial screens and a small
 * script. The server adds the initial screen of the route that was asked for (`routes.json`); in development there is
 * none.
 */
export function initialHtml(): Plugin {
	return {
		name: 'parley:initial-html',
		transformIndexHtml: {
			order: 'pre',
			async handler(html) {
				const parts: Record<string, string> = {
					'engine-check': `<script>${engineCheck}</script>`,
					'initial-style': `<style>${initialStyle()}</style>`,
					'initial-script': `<script>${await initialScript()}</script>`,
				}
				return Object.entries(parts).reduce(
					(page, [name, part]) => page.replace(`<!--parley:${name}-->`, () => part),
					html,
				)
			},
		},
	}
}

/**
 * Moves the main script to the top of the head. It runs after the document either way, but the browser requests it with the
 * first part of the HTML, and not only when the inlined styles and scripts before it have arrived.
 */
export function mainScriptFirst(): Plugin {
	return {
		name: 'parley:main-script-first',
		apply: 'build',
		transformIndexHtml: {
			order: 'post',
			handler(html) {
				const [script = ''] = /[ \t]*<script type="module"[^>]*><\/script>\n?/.exec(html) ?? []
				// The encoding has to be known first.
				return html.replace(script, '').replace(/<meta charset="[^"]*" ?\/?>\n/, meta => meta + script)
			},
		},
	}
}

function initialStyle(): string {
	// Texts are in the HTML in every language; only the one of the document is shown.
	const otherLanguages = locales
		.map(locale => `html:lang(${localeTags[locale]}) [data-initial] [lang]:not([lang="${localeTags[locale]}"])`)
		.join(',')
	const sheets = ['ui/tokens.css', 'app/initial/initial.css', 'screens/Landing/landing.css'].map(read)
	return minifyCss([...sheets, `${otherLanguages}{display:none}`].join(''))
}

const minifyCss = (css: string) =>
	css
		.replace(/\/\*[\s\S]*?\*\//g, '')
		.replace(/\s+/g, ' ')
		.replace(/ ?([{};,>]) ?/g, '$1')
		.replace(/: /g, ':')
		.replace(/;}/g, '}')
		.trim()

async function initialScript(): Promise<string> {
	const parts = ['initialScript.ts', 'initialLive.ts'].map(async name => {
		const { code } = await transformWithOxc(read(`app/initial/${name}`), name, { target: 'es2015' })
		return `{${code}}`
	})
	const code = (await Promise.all(parts)).join(';')
	const given = `const ${Object.entries({ localeTags, initialCalls, initialSocket })
		.map(([name, value]) => `${name}=${JSON.stringify(value)}`)
		.join()}`
	const source = `(()=>{${given};${code}})()`
	return (await minify('initialScript.js', source, { compress: true, mangle: true })).code.trim()
}
