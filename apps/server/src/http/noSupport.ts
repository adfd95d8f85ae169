import type { Locale } from '@parley/core'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { preferredLanguage } from './documentPage.ts'
import { escaped, plainPage, plainPagePolicy } from './plainPage.ts'

const words = {
	zh: {
		title: '这个浏览器打不开本页面',
		text: '浏览器的版本过低，缺少会议需要的能力。',
		apple: '请将系统升级到 iOS 15.4（Mac 上为 Safari 15.4）或更高版本，再用 Safari 打开。',
		others: '请安装或升级 Chrome、Edge 或系统自带的浏览器（内核 90 或更高版本），再重新打开。',
		address: '在新的浏览器中打开这个地址：',
		again: '重新打开',
	},
	en: {
		title: 'This browser cannot open the page',
		text: 'The browser is too old and lacks what meetings need.',
		apple: 'Please update to iOS 15.4 (Safari 15.4 on a Mac) or newer, and open the page in Safari.',
		others:
			'Please install or update Chrome, Edge or the browser of your phone (version 90 or newer), and open the page again.',
		address: 'Open this address in the newer browser:',
		again: 'Try again',
	},
} satisfies Record<Locale, Record<string, string>>

/** Where browsers go that cannot run the page (LIVE-13, LIVE-16); plain enough for all of them. */
export function serveNoSupport(app: FastifyInstance) {
	app.get('/noSupport', async (request, reply) => {
		const language = preferredLanguage(request.headers['accept-language'])
		const say = words[language]
		const advice = isApple(request.headers['user-agent'] ?? '') ? say.apple : say.others
		const wanted = wantedPath(request)
		return reply
			.header('content-security-policy', plainPagePolicy)
			.header('cache-control', 'no-cache')
			.header('vary', 'accept-language, user-agent')
			.type('text/html; charset=utf-8')
			.send(
				plainPage({
					language,
					title: say.title,
					body: [
						`<p>${say.text}</p><p>${advice}</p>`,
						wanted === '/' ? '' : addressOf(request, wanted, say.address),
						`<a class="again" href="${escaped(wanted)}">${say.again}</a>`,
					].join(''),
				}),
			)
	})
}

const isApple = (userAgent: string): boolean => /iPhone|iPad|iPod|Macintosh/.test(userAgent)

/** What was to be opened; a path of this site and nothing else. */
function wantedPath({ query }: FastifyRequest): string {
	const { from } = query as { from?: unknown }
	return typeof from === 'string' && /^\/(?![/\\])[\x21-\x7e]{0,500}$/.test(from) ? from : '/'
}

const addressOf = ({ protocol, host }: FastifyRequest, path: string, label: string) =>
	`<p class="quiet">${label}</p><p class="address">${escaped(`${protocol}://${host}${path}`)}</p>`
