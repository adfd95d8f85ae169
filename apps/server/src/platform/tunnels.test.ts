import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Server as TcpServer } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createForwarding } from './forwarding.ts'
import { createTunnels } from './tunnels.ts'

const path = '/-/rtmp'
let opened: (Server | TcpServer)[]
beforeEach(() => {
	opened = []
})
afterEach(() => {
	for (const server of opened) server.close()
})

async function listen(server: Server | TcpServer): Promise<number> {
	opened.push(server)
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	return (server.address() as AddressInfo).port
}

const tunnelsOf = (server: Server, secret = 'secret of the nodes') =>
	createTunnels({
		server,
		forwarding: createForwarding({ secret, clock: { now: () => 1_000_000 }, describe: () => none }),
	})
const none = { address: '', host: '', origin: '' }

/** The node with the streams: repeats what it reads, after the address of the client. */
async function startTarget() {
	const server = createServer((_, response) => void response.writeHead(404).end())
	const ends: string[] = []
	tunnelsOf(server).accept(path, (socket, address) => {
		socket.on('error', () => {})
		socket.once('close', () => ends.push(address))
		socket.write(`${address}: `)
		socket.on('data', bytes => void socket.write(bytes))
	})
	return { url: `http://127.0.0.1:${await listen(server)}`, server, ends }
}

/** A node that passes each client on; the client writes `hello` at once. */
async function passOn(url: string, { secret, at = path }: { secret?: string; at?: string } = {}) {
	const failures: unknown[] = []
	const tunnels = tunnelsOf(createServer(), secret)
	const port = await listen(
		createTcpServer(socket => {
			tunnels.passOn(url, at, socket, '203.0.113.7').catch(error => {
				failures.push(error)
				socket.destroy()
			})
		}),
	)
	const client = connect(port, '127.0.0.1')
	let received = ''
	client.on('data', data => {
		received += data
	})
	client.on('error', () => {})
	client.write('hello')
	return { client, failures, received: () => received }
}

test('[NODE-23] a node passes a connection on with all its bytes, and says whose it is', async () => {
	const { url, ends } = await startTarget()
	const { client, received } = await passOn(url)
	await vi.waitFor(() => expect(received()).toBe('203.0.113.7: hello'))
	client.write(', again')
	await vi.waitFor(() => expect(received()).toBe('203.0.113.7: hello, again'))
	client.destroy()
	await vi.waitFor(() => expect(ends).toEqual(['203.0.113.7']))
})

test('[NODE-23] what another key has signed, or nobody, is closed', async () => {
	const { url } = await startTarget()
	const { failures, received } = await passOn(url, { secret: 'another secret' })
	await vi.waitFor(() => expect(failures).toHaveLength(1))
	expect(received()).toBe('')

	const stranger = connect(Number(new URL(url).port), '127.0.0.1')
	const closed = new Promise<void>(resolve => stranger.once('close', () => resolve()))
	let answer = ''
	stranger.on('data', data => {
		answer += data
	})
	stranger.on('error', () => {})
	stranger.write(`GET ${path}/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: parley-tunnel\r\n\r\n`)
	await closed
	expect(answer).toBe('')
})

test('[NODE-23] a node that has ended, and one that does not know the path, is a failure', async () => {
	const gone = await passOn('http://127.0.0.1:9')
	await vi.waitFor(() => expect(gone.failures).toEqual([expect.objectContaining({ code: 'ECONNREFUSED' })]))
	const server = createServer((_, response) => void response.writeHead(404).end())
	const refused = await passOn(`http://127.0.0.1:${await listen(server)}`)
	await vi.waitFor(() =>
		expect(refused.failures).toEqual([expect.objectContaining({ message: expect.stringContaining('404') })]),
	)
})
