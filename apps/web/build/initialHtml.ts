import { readFileSync } from 'node:fs'
import { minify, type Plugin, transformWithOxc } from 'vite'
import en from '../src/locales/en/landing.json' with { type: 'json' }
import zh from '../src/locales/zh/landing.json' with { type: 'json' }
import { scene } from '../src/ui/art/scene.ts'
import { markText } from '../src/ui/brand/markPaths.ts'
import { productNames } from '../src/ui/brand/names.ts'
import { engineCheck } from './engineCheck.ts'

const landing = new URL('../src/screens/Landing/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, landing), 'utf8')

/**
 * Writes the landing as it first appears into the page: its style, a small script and the markup. It is seen when the
 * page has come, one round trip before the first file; React then draws the same thing with life in it.
 */
export function initialHtml(): Plugin {
	return {
		name: 'parley:first-paint',
		transformIndexHtml: {
			order: 'pre',
			async handler(html) {
				const parts: Record<string, string> = {
					'engine-check': `<script>${engineCheck}</script>`,
					'first-style': `<style>${smallCss(read('landing.css'))}</style>`,
					'first-script': `<script>${await smallScript(read('first.ts'))}</script>`,
					'first-screen': firstScreen(),
				}
				return Object.entries(parts).reduce(
					(page, [name, part]) => page.replace(`<!--parley:${name}-->`, () => part),
					html,
				)
			},
		},
	}
}

/** Style sheets in the head would hold the first picture back until they have come, so they go behind it. */
export function stylesAfterContent(): Plugin {
	return {
		name: 'parley:styles-after-first-paint',
		apply: 'build',
		transformIndexHtml: {
			order: 'post',
			handler(html) {
				const sheets: string[] = []
				const bare = html.replace(/[ \t]*<link rel="stylesheet"[^>]*>\n?/g, sheet => {
					sheets.push(sheet.trim())
					return ''
				})
				return bare.replace('</body>', () => `${sheets.join('')}</body>`)
			},
		},
	}
}

const smallCss = (css: string) =>
	css
		.replace(/\/\*[\s\S]*?\*\//g, '')
		.replace(/\s+/g, ' ')
		.replace(/ ?([{};,>]) ?/g, '$1')
		.replace(/: /g, ':')
		.replace(/;}/g, '}')
		.trim()

async function smallScript(source: string): Promise<string> {
	const { code } = await transformWithOxc(source, 'first.ts', { target: 'es2015' })
	const small = await minify('first.js', `(()=>{${code}})()`, { compress: true, mangle: true })
	return small.code.trim()
}

/** Both languages stand in the page; the style shows the one that is wanted. */
function firstScreen(): string {
	const both = (key: keyof typeof zh) => `<span lang="zh-CN">${zh[key]}</span><span lang="en">${en[key]}</span>`
	const name = `<span lang="zh-CN">${productNames.zh}</span><span lang="en">${productNames.en}</span>`
	return [
		'<div class="landing first">',
		`<div class="landing-view" data-picture="dusk">${scene('dusk')}</div><div class="landing-shade"></div>`,
		`<div class="landing-top"><span class="landing-name">${mark}${name}</span></div>`,
		`<div class="landing-body"><h1>${both('landing_title')}</h1><p class="landing-line">${both('landing_line')}</p>`,
		`<div class="landing-acts"><a class="landing-act landing-join" href="/joinQuickly">${both('landing_join')}</a>`,
		`<a class="landing-act" href="/Login"><span>${both('landing_login')}<span class="landing-or">${both('landing_or_register')}</span></span></a></div><div class="landing-foot"></div></div></div>`,
	].join('')
}

const mark = markText()
