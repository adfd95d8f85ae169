import { createServer, IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createForwarding, type Forwarding } from './forwarding.ts'
import { signatureLifetimeMs } from './signedHeader.ts'

const client = { address: '203.0.113.7', host: 'meet.example.org', origin: 'https://meet.example.org' }
let now: number
let opened: Server[]
beforeEach(() => {
	now = 1_000_000
	opened = []
})
afterEach(() => {
	for (const server of opened) {
		server.close()
		server.closeAllConnections()
	}
})

const aForwarding = (secret = 'secret of the nodes') =>
	createForwarding({ secret, clock: { now: () => now }, describe: () => client })

async function listen(server: Server): Promise<number> {
	opened.push(server)
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	return (server.address() as AddressInfo).port
}

/** The node that has the room: greets every socket, says nothing more, and keeps the requests. */
async function startTarget() {
	const requests: IncomingMessage[] = []
	const sockets: Socket[] = []
	const server = createServer((_, response) => void response.writeHead(404).end())
	server.on('upgrade', (request, socket) => {
		requests.push(request)
		sockets.push(socket as Socket)
		socket.on('error', () => {})
		socket.resume()
		socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nhello')
	})
	return { url: `http://127.0.0.1:${await listen(server)}`, requests, sockets, server }
}

/** A node that passes everything on, and a client of it. */
async function passOn(forwarding: Forwarding, url: string, headers = '') {
	const failures: unknown[] = []
	const server = createServer()
	server.on('upgrade', (request, socket, head) => {
		forwarding.passOn(url, request, socket, head).catch(error => void failures.push(error))
	})
	const port = await listen(server)
	const socket = connect(port, '127.0.0.1')
	let received = ''
	socket.on('data', data => {
		received += data
	})
	socket.on('error', () => {})
	const closed = new Promise<void>(resolve => socket.once('close', () => resolve()))
	socket.write(
		`GET /room/socket/?meeting=1 HTTP/1.1\r\nHost: inside\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${headers}\r\n`,
	)
	return { socket, closed, failures, received: () => received }
}

function aRequest(header: string | undefined): IncomingMessage {
	const request = new IncomingMessage(new Socket())
	if (header !== undefined) request.headers['x-parley-relay'] = header
	return request
}

test('[NODE-06] a socket is passed on in both directions, with what its node knows about the client', async () => {
	const target = await startTarget()
	const forged = 'X-Parley-Relay: eyJhZGRyZXNzIjoiMS4xLjEuMSJ9.forged\r\n'
	const page = await passOn(aForwarding(), target.url, forged)
	await expect.poll(page.received).toMatch(/^HTTP\/1\.1 101[\s\S]*hello$/)
	const [request] = target.requests
	if (!request) throw new Error('nothing was passed on')
	expect([request.url, request.headers.host, aForwarding().read(request)]).toEqual([
		'/room/socket/?meeting=1',
		'inside',
		client,
	])
	let heard = ''
	target.sockets[0]?.on('data', data => {
		heard += data
	})
	page.socket.write('question')
	await expect.poll(() => heard).toBe('question')
})

test('[NODE-06] the end of one side ends the other, and a node that stops ends all', async () => {
	const forwarding = aForwarding()
	const target = await startTarget()
	const pages: Awaited<ReturnType<typeof passOn>>[] = []
	for (const count of [1, 2, 3]) {
		pages.push(await passOn(forwarding, target.url))
		await expect.poll(() => target.sockets.length).toBe(count)
		await expect.poll(() => pages.at(-1)?.received()).toContain('hello')
	}
	const [first, second, third] = pages
	const ended = new Promise<void>(resolve => target.sockets[0]?.once('end', () => resolve()))
	first?.socket.destroy()
	await ended
	target.sockets[1]?.destroy()
	await second?.closed
	forwarding.close()
	await third?.closed
})

test('[NODE-06] a node that is gone, or refuses, ends the socket of the page', async () => {
	const target = await startTarget()
	target.server.removeAllListeners('upgrade')
	const refused = await passOn(aForwarding(), target.url)
	await refused.closed
	expect(refused.received()).toMatch(/^HTTP\/1\.1 404/)
	const gone = await passOn(aForwarding(), 'http://127.0.0.1:1')
	await gone.closed
	expect([gone.received(), gone.failures.length]).toEqual(['', 1])
})

test('[NODE-07] only what a node has signed, and lately, is believed', () => {
	const forwarding = aForwarding()
	const header = (from: Forwarding) => from.headerFor(aRequest(undefined))
	const signed = header(forwarding)
	const [text = '', signature = ''] = signed.split('.')
	const changed = Buffer.from(JSON.stringify({ ...client, address: '10.0.0.1', signedAt: now })).toString('base64url')
	const read = (sent: string | undefined) => forwarding.read(aRequest(sent))
	expect(read(signed)).toEqual(client)
	for (const wrong of [
		undefined,
		'',
		'.',
		'x',
		`${text}.`,
		`.${signature}`,
		`${changed}.${signature}`,
		header(aForwarding('another')),
	])
		expect(read(wrong)).toBeUndefined()
	now += signatureLifetimeMs - 1
	expect(read(signed)).toEqual(client)
	now += 1
	expect(read(signed)).toBeUndefined()
})
