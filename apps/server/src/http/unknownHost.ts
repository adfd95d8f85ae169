import type { Locale } from '@parley/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SiteService } from '../modules/site/index.ts'
import { notStored } from '../platform/http/headers.ts'
import { languageVary, writtenLanguage } from '../platform/http/pageLanguage.ts'
import { plainPage, plainPagePolicy } from '../platform/http/plainPage.ts'

const texts = {
	zh: {
		title: '此地址没有会议站点',
		text: '请检查地址是否正确，或向提供地址的人确认。',
		operator: '如果您管理这台服务器：请用 parley site create 为此主机名创建站点，或在 PARLEY_URL 中设置它。',
	},
	en: {
		title: 'No meeting site at this address',
		text: 'Please check the address, or ask the person who gave it to you.',
		operator:
			'If you run this server, create a site for this host name with parley site create, or set PARLEY_URL to it.',
	},
} satisfies Record<Locale, Record<string, string>>

/**
 * Says that no site has the requested host name, and reveals nothing about existing ones except the language of the
 * default site.
 */
export async function replyUnknownHost(
	request: FastifyRequest,
	reply: FastifyReply,
	sites: Pick<SiteService, 'languageAt'>,
) {
	reply.code(421).header('cache-control', notStored)
	if (!request.headers.accept?.includes('text/html')) return reply.send({ code: 421, message: 'unknownHost' })
	const language = writtenLanguage(await sites.languageAt(request.host), request)
	const { title, text, operator } = texts[language]
	return reply
		.header('content-security-policy', plainPagePolicy)
		.header('vary', languageVary)
		.type('text/html; charset=utf-8')
		.send(plainPage({ language, title, body: `<p>${text}</p><p class="quiet">${operator}</p>` }))
}
