import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

const Preloads = v.object({ routes: v.array(v.object({ path: v.string(), files: v.array(v.string()) })) })

/** What goes into the page for one visitor. */
export interface Visit {
	path: string
	csrfToken: string
	/** What the page has to know of the site before it asks anything. */
	site: { appScheme: string; agreementUrl: string }
	/** Answers the page would otherwise have to ask for first. */
	boot: unknown
}

export interface Template {
	/** False in development: then nobody can say which paths have a screen. */
	listsScreens: boolean
	/** Whether the page is known to have a screen at this path. */
	knows(path: string): boolean
	render(visit: Visit): string
	/** Hashes of what the page has inline, for its Content-Security-Policy. */
	scriptHashes: string[]
	styleHashes: string[]
}

const placeholder = '<!--parley:head-->'

export function readTemplate(folder: string): Template {
	const preloads = join(folder, 'preloads.json')
	const routes = existsSync(preloads) ? v.parse(Preloads, JSON.parse(readFileSync(preloads, 'utf8'))).routes : []
	return templateOf(readFileSync(join(folder, 'index.html'), 'utf8'), routes)
}

export function templateOf(html: string, routes: { path: string; files: string[] }[]): Template {
	const hints = routes.map(({ path, files }) => ({ pattern: patternOf(path), links: files.map(linkOf).join('') }))
	const [before = '', after = ''] = html.split(placeholder)
	return {
		listsScreens: hints.length > 0,
		knows: path => hints.some(({ pattern }) => pattern.test(path)),
		render({ path, csrfToken, site, boot }) {
			const links = hints.find(({ pattern }) => pattern.test(path))?.links ?? ''
			const metas = [
				meta('base-url', ''),
				meta('csrf-token', csrfToken),
				meta('app-scheme', site.appScheme),
				...(site.agreementUrl ? [meta('agreement-url', site.agreementUrl)] : []),
			].join('')
			return `${before}${metas}${links}<script type="application/json" id="boot">${inHtml(boot)}</script>${after}`
		},
		scriptHashes: inlineOf(html, 'script'),
		styleHashes: inlineOf(html, 'style'),
	}
}

const patternOf = (path: string) =>
	new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}/?$`)

const meta = (name: string, content: string): string =>
	`<meta name="${name}" content="${content.replace(/&/g, '&amp;').replace(/"/g, '&quot;')}">`

const linkOf = (file: string): string =>
	file.endsWith('.css')
		? `<link rel="stylesheet" crossorigin href="${file}">`
		: `<link rel="modulepreload" crossorigin href="${file}">`

/** JSON that cannot close the element it stands in. */
const inHtml = (value: unknown): string => JSON.stringify(value).replace(/</g, '\\u003c')

function inlineOf(html: string, element: 'script' | 'style'): string[] {
	const found = html.matchAll(new RegExp(`<${element}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${element}>`, 'g'))
	return Array.from(found, ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}
