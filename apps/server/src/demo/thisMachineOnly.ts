import type { Locale } from '@parley/core'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopback } from '../platform/hostNames.ts'
import { writtenLanguage } from '../platform/http/pageLanguage.ts'
import { plainPage, plainPagePolicy } from '../platform/http/plainPage.ts'

const texts = {
	zh: {
		title: '演示仅供本机使用',
		text: '演示账号的密码是公开的。如需让其他设备访问，请用 PARLEY_DEMO=1 启动；如需正式使用，请用 PARLEY_DEMO=0 启动。',
	},
	en: {
		title: 'This demo is only available on its own machine',
		text: 'The demo accounts’ password is public. To allow other devices, start the server with PARLEY_DEMO=1. For production, start it with PARLEY_DEMO=0.',
	},
} satisfies Record<Locale, Record<string, string>>

/** Headers in which proxies and tunnels name the client they act for. */
const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'] as const

/**
 * Refuses what another machine asks for. The server listens on loopback, so this is what a proxy, a tunnel or a page
 * with another host name (DNS rebinding) passes on.
 */
export function serveThisMachineOnly(app: FastifyInstance) {
	app.addHook('onRequest', async (request, reply) => {
		if (isLoopback(request.hostname) && !isForwarded(request)) return
		reply.code(403).header('cache-control', 'no-store')
		if (!request.headers.accept?.includes('text/html')) return reply.send({ code: 403, message: 'thisMachineOnly' })
		const language = writtenLanguage('browser', request)
		const { title, text } = texts[language]
		return reply
			.header('content-security-policy', plainPagePolicy)
			.type('text/html; charset=utf-8')
			.send(plainPage({ language, title, body: `<p>${text}</p>` }))
	})
}

const isForwarded = ({ headers }: FastifyRequest): boolean =>
	forwardingHeaders.some(name => headers[name] !== undefined)
