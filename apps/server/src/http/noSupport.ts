import type { Locale } from '@parley/core'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SiteService } from '../modules/site/index.ts'
import { languageVary, writtenLanguage } from '../platform/http/pageLanguage.ts'
import { escaped, plainPage, plainPagePolicy } from '../platform/http/plainPage.ts'

const words = {
	zh: {
		title: '此浏览器无法打开此页面',
		text: '浏览器版本过低，不支持会议所需的功能。',
		iPhone: '请将系统升级到 iOS 15.4 或更高版本，再用 Safari 打开，或换用其他手机或电脑。',
		mac: '请将 Safari 升级到 15.4 或更高版本，或换用以下浏览器：',
		others: '请升级系统自带的浏览器（内核 90 或更高版本），或换用以下浏览器：',
		address: '在新的浏览器中打开此地址：',
		again: '重新打开',
	},
	en: {
		title: 'This browser can’t open the page',
		text: 'The browser is too old and doesn’t support the features meetings need.',
		iPhone: 'Please update to iOS 15.4 or later and open the page in Safari, or use another phone or computer.',
		mac: 'Please update Safari to 15.4 or later, or try one of these browsers:',
		others: 'Please update your phone’s browser (to version 90 or later), or try one of these browsers:',
		address: 'Open this address in the new browser:',
		again: 'Try again',
	},
} satisfies Record<Locale, Record<string, string>>

/** Each of them runs the page on every system it supports. */
const otherBrowsers = [
	{ name: 'Chrome', url: 'https://www.google.com/chrome/' },
	{ name: 'Edge', url: 'https://www.microsoft.com/edge/' },
	{ name: 'Firefox', url: 'https://www.mozilla.org/firefox/' },
]

/** Serves the page for unsupported browsers (LIVE-13, LIVE-15, LIVE-16); plain enough for all of them. */
export function serveNoSupport(app: FastifyInstance, sites: Pick<SiteService, 'languageAt'>) {
	app.get('/noSupport', async (request, reply) => {
		const wanted = wantedPath(request)
		const language = writtenLanguage(await sites.languageAt(request.host), request, wanted.split('?', 1)[0])
		const say = words[language]
		const device = deviceOf(request.headers['user-agent'] ?? '')
		return reply
			.header('content-security-policy', plainPagePolicy)
			.header('cache-control', 'no-cache')
			.header('vary', `${languageVary}, user-agent`)
			.type('text/html; charset=utf-8')
			.send(
				plainPage({
					language,
					title: say.title,
					body: [
						`<p>${say.text}</p><p>${say[device]}</p>`,
						// On an iPhone every browser uses the system's engine.
						device === 'iPhone' ? '' : linksToBrowsers,
						wanted === '/' ? '' : addressOf(request, wanted, say.address),
						`<a class="again" href="${escaped(wanted)}">${say.again}</a>`,
					].join(''),
				}),
			)
	})
}

function deviceOf(userAgent: string): 'iPhone' | 'mac' | 'others' {
	if (/iPhone|iPad|iPod/.test(userAgent)) return 'iPhone'
	return userAgent.includes('Macintosh') ? 'mac' : 'others'
}

const linksToBrowsers = `<p>${otherBrowsers.map(({ name, url }) => `<a href="${url}">${name}</a>`).join(' · ')}</p>`

/** The page originally requested; always a path of this site. */
function wantedPath({ query }: FastifyRequest): string {
	const { from } = query as { from?: unknown }
	return typeof from === 'string' && /^\/(?![/\\])[\x21-\x7e]{0,500}$/.test(from) ? from : '/'
}

const addressOf = ({ protocol, host }: FastifyRequest, path: string, label: string) =>
	`<p class="quiet">${label}</p><p class="address">${escaped(`${protocol}://${host}${path}`)}</p>`
