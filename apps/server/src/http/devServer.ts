import type { IncomingMessage, Server } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createTemplate, type Template } from './template.ts'

/** The page's own development server behind ours, so that development uses a single address. */
export interface DevServer {
	template(): Promise<Template>
	isIts(url: string): boolean
	pass(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
	/** Passes hot-reload sockets on. */
	attach(server: Server): void
	isItsUpgrade(request: IncomingMessage): boolean
	policy: string
}

const policy = [
	"default-src 'self'",
	"script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'",
	"style-src 'self' 'unsafe-inline'",
	"img-src 'self' data: blob:",
	"connect-src 'self' ws: wss:",
	"frame-src 'self' wvjbscheme:",
].join('; ')

const isFile =
	/^\/(@|src\/|node_modules\/|contracts\/)|^\/[^?]*\.(svg|png|ico|webmanifest|css|js|ts|tsx|map|json|wasm)(\?|$)/

export function devServerAt(origin: string): DevServer {
	const { hostname, port } = new URL(origin)
	const ask = (path: string, accept: string) => withRetry(() => fetch(`${origin}${path}`, { headers: { accept } }))
	return {
		template: async () => createTemplate(await (await ask('/', 'text/html')).text(), []),
		isIts: url => isFile.test(url),
		async pass(request, reply) {
			const answer = await ask(request.url, request.headers.accept ?? '*/*')
			reply.code(answer.status).header('content-type', answer.headers.get('content-type') ?? 'text/plain')
			reply.header('cache-control', 'no-cache')
			return reply.send(answer.body ? Readable.fromWeb(answer.body as never) : '')
		},
		attach(server) {
			server.on('upgrade', (request, socket, head) => {
				if (!isHotReload(request)) return
				const upstream = connect(Number(port), hostname, () => {
					const lines = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`)
					upstream.write(`GET ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
					upstream.write(head)
					upstream.pipe(socket).pipe(upstream)
				})
				upstream.on('error', () => socket.destroy())
				socket.on('error', () => upstream.destroy())
			})
		},
		isItsUpgrade: isHotReload,
		policy,
	}
}

const isHotReload = ({ headers }: IncomingMessage): boolean =>
	/^vite-(hmr|ping)/.test(String(headers['sec-websocket-protocol'] ?? ''))

const retryIntervalMs = 250
const retryTimeoutMs = 15_000

/** The development server is unavailable while it starts and while it reloads messages. */
async function withRetry(ask: () => Promise<Response>): Promise<Response> {
	const until = Date.now() + retryTimeoutMs
	for (;;) {
		try {
			return await ask()
		} catch (error) {
			if (Date.now() > until) throw error
			await delay(retryIntervalMs)
		}
	}
}
