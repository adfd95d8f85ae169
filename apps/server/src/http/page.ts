import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import { blurFilesPath } from '@parley/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { outsideLinesOf, presentBoot, type Site, type SiteService } from '../modules/site/index.ts'
import type { Clock } from '../platform/clock.ts'
import { contentPolicy, isSecure, notStored } from '../platform/http/headers.ts'
import { pageLanguage } from '../platform/http/pageLanguage.ts'
import { siteOf } from '../platform/http/siteOf.ts'
import { StartError } from '../platform/startError.ts'
import { browserCookie, type Csrf, newBrowser } from './csrf.ts'
import type { DevServer } from './devServer.ts'
import { type PageAtPath, readTemplate, type Template } from './template.ts'

export interface PageParts {
	/** Folder of the built page and the built simulated phone. */
	webFolder: string
	shellFolder: string
	sites: SiteService
	csrf: Csrf
	clock: Clock
	devServer: DevServer | undefined
	/** Scheme and host of an external broadcast origin, from which players of every site pull. */
	liveOrigin?: string | undefined
	/** Address of the LiveKit server that pages connect to, if there is one. */
	livekitUrl?: string | undefined
}

/** A year: the name changes with the content. */
const immutable = 'public, max-age=31536000, immutable'
const aYearS = 365 * 24 * 3_600
/** Names the style sheet that a browser has loaded. */
const styleCookie = 'parley_style'

export async function servePage(app: FastifyInstance, parts: PageParts) {
	const { webFolder, shellFolder, devServer } = parts
	if (!devServer) {
		await app.register(fastifyStatic, {
			root: webFolder,
			wildcard: false,
			index: false,
			preCompressed: true,
			// The template and the build's lists are not public.
			globIgnore: ['index.html*', 'routes.json*', '.vite/**'],
			setHeaders: (reply, path) => {
				reply.header('cache-control', path.includes('/assets/') ? immutable : 'public, max-age=3600')
				// A worker has the policy it is sent with, not that of the page.
				if (path.includes(`/${blurFilesPath}`))
					reply.header('content-security-policy', contentPolicy({ scriptHashes: [], styleHashes: [] }))
			},
		})
	}
	if (existsSync(shellFolder)) {
		await app.register(fastifyStatic, {
			root: shellFolder,
			prefix: '/shell/',
			decorateReply: false,
			preCompressed: true,
			setHeaders: reply => {
				reply.header('content-security-policy', contentPolicy({ scriptHashes: [], styleHashes: [] }))
			},
		})
		app.get('/shell', async (_, reply) => reply.redirect('/shell/'))
	}

	const built = devServer ? undefined : readTemplate(webFolder)
	app.setNotFoundHandler(async (request, reply) => {
		if (devServer?.isIts(request.url)) return await devServer.pass(request, reply)
		const template = built ?? (await (devServer as DevServer).template())
		const { pathname, searchParams } = new URL(request.url, 'http://page')
		const page = template.at(pathname, searchParams)
		if (!wantsPage(request, page.hasScreen)) return reply.code(404).send({ code: 404, message: 'missing' })
		const site = await siteOf(parts.sites, request)
		sendEarlyHints(request, reply, page.earlyHints({ hasStyleSheet: hasStyleSheet(request, template) }))
		if (template.listsScreens && !page.hasScreen) reply.code(404)
		return await sendPage(request, reply, { template, page, pathname, site }, parts)
	})
}

/**
 * Returns whether a person navigates here, as opposed to a script's request or a missing picture. Link previews and probes
 * accept anything, so they get the page at known paths.
 */
function wantsPage({ method, headers, url }: FastifyRequest, isKnown: boolean): boolean {
	if ((method !== 'GET' && method !== 'HEAD') || /^\/(assets|shell)\//.test(url)) return false
	const accept = headers.accept ?? '*/*'
	return accept.includes('text/html') || (isKnown && accept.includes('*/*'))
}

/**
 * 103: a browser fetches the page's files while it still prepares the document, which takes a phone 100 ms. Over
 * HTTP/1.1 many proxies and clients mistake a 103 for the answer.
 */
function sendEarlyHints({ raw, headers }: FastifyRequest, reply: FastifyReply, links: string[]) {
	const isNavigation = headers['sec-fetch-mode'] === 'navigate'
	if (isNavigation && raw.httpVersionMajor >= 2 && links.length > 0) reply.raw.writeEarlyHints({ link: links })
}

const hasStyleSheet = ({ cookies }: FastifyRequest, { styleSheet }: Template): boolean =>
	styleSheet !== undefined && cookies[styleCookie] === styleSheet

async function sendPage(
	request: FastifyRequest,
	reply: FastifyReply,
	{ template, page, pathname, site }: { template: Template; page: PageAtPath; pathname: string; site: Site },
	parts: PageParts,
) {
	const now = parts.clock.now()
	const browser = request.cookies[browserCookie] ?? newBrowser()
	const cookie = { httpOnly: true, sameSite: 'lax', secure: isSecure(request), path: '/', maxAge: aYearS } as const
	if (request.cookies[browserCookie] === undefined) reply.setCookie(browserCookie, browser, cookie)
	const isStyleSheetThere = hasStyleSheet(request, template)
	// The page loads it into the cache when it is idle.
	if (template.styleSheet && !isStyleSheetThere) reply.setCookie(styleCookie, template.styleSheet, cookie)
	reply.header(
		'content-security-policy',
		parts.devServer
			? parts.devServer.policy
			: contentPolicy(template, {
					frames: framesOf(site),
					media: liveOriginsOf(site, parts.liveOrigin),
					connections: livekitOriginsOf(parts.livekitUrl),
				}),
	)
	reply.header('cache-control', notStored)
	const html = page.render({
		csrfToken: parts.csrf.issue(browser, now),
		language: pageLanguage(site.settings.language, pathname, request.headers['accept-language']),
		site: site.settings,
		boot: presentBoot(site, now),
		hasStyleSheet: isStyleSheetThere,
	})
	reply.type('text/html; charset=utf-8').header('vary', 'accept-encoding, accept-language')
	// Compression leaves a fifth of the bytes. Apart from the token, the document repeats nothing from the request.
	const encoding = encodings.find(name => request.headers['accept-encoding']?.includes(name))
	if (!encoding) return reply.send(html)
	return reply.header('content-encoding', encoding).send(await compressed[encoding](html))
}

/** Best first; a browser asks for Brotli over TLS only. */
const encodings = ['br', 'gzip'] as const
const compressed = {
	/** With this quality it takes 10 ms for the largest HTML, gzip 6 ms and 8 % more bytes. */
	br: (html: string) => promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
	gzip: promisify(gzip),
}

const framesOf = ({ settings }: Site): string[] =>
	settings.agreementUrl ? [new URL(settings.agreementUrl).origin] : []

/** Origins of a site's external broadcast lines, and the broadcast origin if it is not this server. */
const liveOriginsOf = ({ settings }: Site, origin: string | undefined): string[] => [
	...new Set([...(origin ? [origin] : []), ...outsideLinesOf(settings).map(({ url }) => new URL(url).origin)]),
]

/** LiveKit's client connects to its WebSocket, and asks by HTTP why that was refused. */
function livekitOriginsOf(url: string | undefined): string[] {
	if (url === undefined) return []
	const { protocol, host } = new URL(url)
	return [`${protocol}//${host}`, `${protocol.replace('ws', 'http')}//${host}`]
}

/** Returns the folder of a built page, or fails with a clear message if it is not built. */
export function builtPage(root: string): string {
	const folder = join(root, 'apps/web/dist')
	if (!existsSync(join(folder, 'index.html')))
		throw new StartError(`The page is not built (${folder} is missing): start with npm start, which builds it.`)
	return folder
}
