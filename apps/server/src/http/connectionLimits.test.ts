import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type ClientHttp2Session, connect as connectHttp2, constants } from 'node:http2'
import { type AddressInfo, connect as connectTcp, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { describe, expect, type TestContext, test, vi } from 'vitest'
import { addSecurityHeaders, isSecure } from '../platform/http/headers.ts'
import { createLog } from '../platform/log.ts'
import { loadTls } from '../platform/tls.ts'
import { createApp } from './app.ts'

const limits = {
	handshakeMs: 20_000,
	headersMs: 1_500,
	requestMs: 2_000,
	idleMs: 6_000,
	checkEveryMs: 100,
	streams: 100,
}
/** Long enough for two busy cores, and far from minutes. */
const soonMs = 30_000

vi.setConfig({ testTimeout: 2 * soonMs })

/** Cleans up when its test ends. */
type Finishing = Pick<TestContext, 'onTestFinished'>

async function start({ onTestFinished }: Finishing, isTls: boolean) {
	const folder = mkdtempSync(join(tmpdir(), 'parley-tls-'))
	onTestFinished(() => rmSync(folder, { recursive: true }))
	const tls = isTls ? await loadTls({ self: true }, folder) : undefined
	const app = await createApp({ log: createLog('silent'), tls, trustedProxies: 0, limits })
	addSecurityHeaders(app)
	app.post('/call', async () => ({ done: true }))
	app.get('/slow', async request => {
		await delay(limits.requestMs + 300)
		return { isSecure: isSecure(request) }
	})
	await app.listen({ port: 0, host: '127.0.0.1' })
	onTestFinished(() => app.close())
	return (app.server.address() as AddressInfo).port
}

async function openSocket({ onTestFinished }: Finishing, port: number, isTls: boolean): Promise<Socket> {
	const socket = isTls
		? connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] })
		: connectTcp(port, '127.0.0.1')
	socket.on('error', () => {})
	onTestFinished(() => void socket.destroy())
	await once(socket, isTls ? 'secureConnect' : 'connect')
	return socket
}

/** Reads until the server closes the connection; fails if it stays open. */
async function untilClosed(socket: Socket): Promise<string> {
	let text = ''
	socket.on('data', part => {
		text += part
	})
	// Writing to the closed connection may reset it, which `once` would report as a failure.
	const closed = new Promise(resolve => socket.once('close', resolve))
	if (!socket.closed)
		await Promise.race([
			closed,
			delay(soonMs, undefined, { ref: false }).then(() => Promise.reject(new Error('still open'))),
		])
	return text
}

const halfBody =
	'POST /call HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"half":'

// The tests wait for limits, so they run concurrently.
describe.concurrent.each([false, true])('HTTP/1.1, TLS: %s', isTls => {
	test('fifty half-sent bodies are refused and their connections closed', async context => {
		const port = await start(context, isTls)
		const half = async () => {
			const socket = await openSocket(context, port, isTls)
			socket.write(halfBody)
			return await untilClosed(socket)
		}
		for (const answer of await Promise.all(Array.from({ length: 50 }, half))) expect(answer).toContain('408')
	})

	test('a body that trickles is, too', async context => {
		const port = await start(context, isTls)
		const socket = await openSocket(context, port, isTls)
		socket.write(halfBody)
		const timer = setInterval(() => socket.write(' '), 100)
		socket.once('data', () => clearInterval(timer))
		context.onTestFinished(() => clearInterval(timer))
		expect(await untilClosed(socket)).toContain('408')
	})

	test('so are headers that do not end, and connections that say nothing', async context => {
		const port = await start(context, isTls)
		const [talking, silent] = await Promise.all([openSocket(context, port, isTls), openSocket(context, port, isTls)])
		talking.write('GET /slow HTTP/1.1\r\nhost: a\r\nx-half')
		await Promise.all([untilClosed(talking), untilClosed(silent)])
	})

	test('headers have their time from the beginning of the connection on, whenever their first byte comes', async context => {
		const port = await start(context, isTls)
		const startedAt = Date.now()
		const socket = await openSocket(context, port, isTls)
		const timer = setTimeout(() => socket.write('GET /slow HTTP/1.1\r\nhost: a\r\nx-half'), limits.headersMs * 0.8)
		context.onTestFinished(() => clearTimeout(timer))
		expect(await untilClosed(socket)).toContain('408')
		expect(Date.now() - startedAt).toBeLessThan(limits.headersMs * 1.6)
	})

	test('headers of a later request on the connection have as long', async context => {
		const port = await start(context, isTls)
		const socket = await openSocket(context, port, isTls)
		socket.write('POST /call HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\ncontent-type: application/json\r\n\r\n{}')
		expect(String(await once(socket, 'data'))).toContain('{"done":true}')
		await delay(limits.headersMs * 1.2)
		expect(socket.closed).toBe(false)
		const startedAt = Date.now()
		socket.write('GET /slow HTTP/1.1\r\nhost: a\r\nx-half')
		expect(await untilClosed(socket)).toContain('408')
		expect(Date.now() - startedAt).toBeGreaterThan(limits.headersMs * 0.8)
	})

	test('an answer may take longer than a request', async context => {
		const port = await start(context, isTls)
		const socket = await openSocket(context, port, isTls)
		socket.write('GET /slow HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
		const answer = await untilClosed(socket)
		expect(answer).toContain(`{"isSecure":${isTls}}`)
		expect(/strict-transport-security: max-age/i.test(answer)).toBe(isTls)
	})
})

describe.concurrent('HTTP/2', () => {
	async function openSession(context: Finishing): Promise<ClientHttp2Session> {
		const session = connectHttp2(`https://127.0.0.1:${await start(context, true)}`, { rejectUnauthorized: false })
		session.on('error', () => {})
		context.onTestFinished(() => session.destroy())
		await once(session, 'remoteSettings')
		return session
	}
	const headers = { ':method': 'POST', ':path': '/call', 'content-type': 'application/json', 'content-length': '100' }

	test('half-open streams are cancelled and counted per session, and the session stays open', async context => {
		const session = await openSession(context)
		expect(session.remoteSettings.maxConcurrentStreams).toBe(limits.streams)
		const closed = Array.from({ length: 80 }, () => {
			const stream = session.request(headers, { endStream: false })
			stream.on('error', () => {}).resume()
			stream.write('{"half":')
			return new Promise(resolve => stream.once('close', () => resolve(stream.rstCode)))
		})
		const timeout = delay(soonMs, 'still open', { ref: false })
		for (const code of await Promise.all(closed.map(one => Promise.race([one, timeout]))))
			expect(code).toBe(constants.NGHTTP2_ENHANCE_YOUR_CALM)
		const stream = session.request({ ':path': '/slow' })
		let answer = ''
		stream.setEncoding('utf8').on('data', part => {
			answer += part
		})
		const [answered] = await once(stream, 'response')
		await once(stream, 'end')
		expect(answered[':status']).toBe(200)
		expect(answered['strict-transport-security']).toBeDefined()
		expect(answer).toBe('{"isSecure":true}')
	})

	test('a session without a request is closed', async context => {
		const session = await openSession(context)
		await once(session, 'close', { signal: AbortSignal.timeout(soonMs) })
	})
})
