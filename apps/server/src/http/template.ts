import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { localeTags } from '@parley/core'
import * as v from 'valibot'
import type { PageLanguage } from '../platform/http/pageLanguage.ts'

/**
 * Part of the build (`routes.json`): the chunks of each route, and the HTML shown until they are loaded. A route with
 * `query` is that of addresses with this parameter. `player` is loaded by browsers that need it to play a live. The styles of
 * a critical route are in the critical style sheet.
 */
const Routes = v.array(
	v.object({
		path: v.string(),
		query: v.optional(v.string()),
		files: v.array(v.string()),
		player: v.optional(v.string()),
		isCritical: v.boolean(),
		html: v.string(),
	}),
)
type Route = v.InferOutput<typeof Routes>[number]

/** Data rendered into the page for one request. */
export interface Visit {
	csrfToken: string
	language: PageLanguage
	/** Site settings the page needs before its first call. */
	site: { appScheme: string; agreementUrl: string }
	/** Responses the page would otherwise have to request. */
	boot: unknown
	/** True if the browser has the style sheet; otherwise the HTML of a critical route contains the critical one. */
	hasStyleSheet: boolean
}

export interface Template {
	/** False in development, when the paths with a screen are unknown. */
	listsScreens: boolean
	/** @param query that of the address; the page at some paths depends on it */
	at(path: string, query?: URLSearchParams): PageAtPath
	/** Path of the style sheet with all styles, which changes with its content; undefined in development. */
	styleSheet: string | undefined
	/** Hashes of the page's inline scripts, for its Content-Security-Policy. */
	scriptHashes: string[]
	styleHashes: string[]
}

/** The page at one path. */
export interface PageAtPath {
	/** True if the page is known to have a screen there. */
	hasScreen: boolean
	render(visit: Visit): string
	/**
	 * Values of the `Link` header that request its files before its HTML is parsed. A browser that has the style sheet has
	 * the files every path loads, so that hints for those alone would only cost time.
	 */
	earlyHints(visit: Pick<Visit, 'hasStyleSheet'>): string[]
}

const headPlaceholder = '<!--parley:head-->'
const screenPlaceholder = '<!--parley:initial-screen-->'

export function readTemplate(folder: string): Template {
	const path = join(folder, 'routes.json')
	const routes = existsSync(path) ? v.parse(Routes, JSON.parse(readFileSync(path, 'utf8'))) : []
	return createTemplate(readFileSync(join(folder, 'index.html'), 'utf8'), routes, file =>
		readFileSync(join(folder, file), 'utf8'),
	)
}

/** @param readFile reads a file of the build, by its path on the server */
export function createTemplate(html: string, routes: Route[], readFile = (_: string) => ''): Template {
	const known = routes.map(({ path, query, files, player, isCritical, html: screen }) => ({
		pattern: patternOf(path),
		query,
		metas: player ? meta('player', player) : '',
		links: files.map(preloadLink).join(''),
		hints: files.map(moduleHint),
		isCritical,
		screen,
	}))
	const pageHints = hintsOfPage(html)
	const [styleLink = '', styleSheet, critical] = styleLinkPattern.exec(html) ?? []
	const criticalStyles = critical && `<style data-href="${styleSheet}">${readFile(critical)}</style>`
	const styleHint = styleSheet ? [`<${styleSheet}>; rel=preload; as=style; crossorigin`] : []
	const linked = partsOf(html)
	// Replaced by a function: a style sheet may contain `$&`.
	const inlined = criticalStyles ? partsOf(html.replace(styleLink, () => criticalStyles)) : linked
	return {
		listsScreens: known.length > 0,
		at(path, params) {
			const found = known.find(
				({ pattern, query }) => pattern.test(path) && (query === undefined || params?.has(query)),
			)
			const { metas = '', links = '', hints = [], isCritical = false, screen = '' } = found ?? {}
			return {
				hasScreen: found !== undefined,
				render(visit) {
					const { doctype, start, head, body, end } = visit.hasStyleSheet || !isCritical ? linked : inlined
					return `${doctype}${rootOf(visit)}${start}${dataOf(visit)}${metas}${head}${links}${body}${screen}${end}`
				},
				earlyHints({ hasStyleSheet }) {
					if (hasStyleSheet) return hints.length === 0 ? [] : [...pageHints, ...hints]
					return [...pageHints, ...hints, ...(isCritical ? [] : styleHint)]
				},
			}
		},
		scriptHashes: hashesOfInline(html, 'script'),
		styleSheet,
		styleHashes: hashesOfInline(`${html}${criticalStyles ?? ''}`, 'style'),
	}
}

/** The document around the data of a visit, its preloads and its initial screen. */
function partsOf(html: string) {
	const [beforeHead = '', afterHead = ''] = html.split(headPlaceholder)
	const [doctype, start] = splitAfter(beforeHead, /<html\b[^>]*>/)
	const [beforeScreen = '', end = ''] = afterHead.split(screenPlaceholder)
	// After the main script, which is needed first.
	const [head, body] = splitBefore(beforeScreen, '</head>')
	return { doctype, start, head, body, end }
}

function dataOf({ csrfToken, site, boot }: Visit): string {
	const metas = [
		meta('base-url', ''),
		meta('csrf-token', csrfToken),
		meta('app-scheme', site.appScheme),
		...(site.agreementUrl ? [meta('agreement-url', site.agreementUrl)] : []),
	].join('')
	return `${metas}<script type="application/json" id="boot">${inHtml(boot)}</script>`
}

/** The page reads the site's language from it. */
const rootOf = ({ language }: Visit): string =>
	`<html lang="${localeTags[language.ofDocument]}" data-language="${language.ofSite}">`

const patternOf = (path: string) =>
	new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}/?$`)

const meta = (name: string, content: string): string =>
	`<meta name="${name}" content="${content.replace(/&/g, '&amp;').replace(/"/g, '&quot;')}">`

const moduleHint = (file: string): string => `<${file}>; rel=modulepreload`

const styleLinkPattern =
	/<link rel="stylesheet" crossorigin href="(\/assets\/[^"]+)" data-critical="(\/assets\/[^"]+)">/

/**
 * Preload hints of the scripts every path loads. A hint must fetch exactly as the element does, or the file is loaded
 * twice.
 */
const hintsOfPage = (html: string): string[] =>
	Array.from(html.matchAll(/<script type="module" crossorigin src="(\/assets\/[^"]+)"/g), ([, file = '']) =>
		moduleHint(file),
	)

const preloadLink = (file: string): string => `<link rel="modulepreload" crossorigin href="${file}">`

function splitBefore(text: string, mark: string): [string, string] {
	const at = text.indexOf(mark)
	return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)]
}

/** The text before and after a mark, without the mark. */
function splitAfter(text: string, mark: RegExp): [string, string] {
	const found = mark.exec(text)
	return found ? [text.slice(0, found.index), text.slice(found.index + found[0].length)] : ['', text]
}

/** JSON that cannot close its script element. */
const inHtml = (value: unknown): string => JSON.stringify(value).replace(/</g, '\\u003c')

function hashesOfInline(html: string, element: 'script' | 'style'): string[] {
	const found = html.matchAll(new RegExp(`<${element}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${element}>`, 'g'))
	return Array.from(found, ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}
