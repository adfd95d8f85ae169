import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { endWith, type Forwarding, forwardedHeader } from './forwarding.ts'
import type { GatewayEdge } from './gatewayOptions.ts'

const answerTimeoutMs = 5_000
/** Value of the `Upgrade` header: the bytes that follow are those of the client. */
const protocol = 'parley-tunnel'

interface TunnelsDeps {
	server: GatewayEdge['server']
	forwarding: Pick<Forwarding, 'read' | 'sign'>
}

/** Passes connections of clients that do not speak HTTP, such as encoders, on to other nodes: each as an upgrade. */
export function createTunnels({ server, forwarding }: TunnelsDeps) {
	/**
	 * Connects to what the node at `url` has accepted at `path`.
	 * @param address the address of the client, empty if the node itself asks
	 * @throws if the node does not answer, or refuses
	 */
	const open = (url: string, path: string, address: string) =>
		new Promise<Socket>((resolve, reject) => {
			const send = url.startsWith('https:') ? requestHttps : requestHttp
			const headers = {
				connection: 'Upgrade',
				upgrade: protocol,
				[forwardedHeader]: forwarding.sign({ address, host: '', origin: '' }),
			}
			const request = send(new URL(`${path}/`, url), { headers, agent: false, timeout: answerTimeoutMs })
			request.once('upgrade', (_, socket, head) => {
				socket.setTimeout(0)
				if (head.length > 0) socket.unshift(head)
				resolve(socket as Socket)
			})
			request.once('response', response => {
				response.destroy()
				reject(new Error(`a node refused a connection with ${response.statusCode}`))
			})
			request.once('timeout', () => request.destroy(new Error('a node did not answer in time')))
			request.once('error', reject)
			request.end()
		})

	return {
		open,
		/**
		 * Connects a client to what the node at `url` has accepted at `path`. The end of one side ends the other.
		 * @param address the address of the client, which limits of that node count
		 * @throws if the node does not answer, or refuses
		 */
		async passOn(url: string, path: string, client: Duplex, address: string): Promise<void> {
			const upstream = await open(url, path, address)
			upstream.on('error', () => upstream.destroy())
			client.on('error', () => client.destroy())
			if (client.destroyed) return void upstream.destroy()
			endWith(client, upstream)
			endWith(upstream, client)
			client.pipe(upstream)
			upstream.pipe(client)
		},
		/** Takes the connections that other nodes pass on to `path`; those of anybody else are closed. */
		accept(path: string, onConnection: (socket: Socket, address: string) => void): void {
			server.on('upgrade', (request, socket, head) => {
				if (request.url !== `${path}/`) return
				const forwarded = forwarding.read(request)
				if (!forwarded) return void socket.destroy()
				socket.write(`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`)
				if (head.length > 0) socket.unshift(head)
				// Unlike those of a TCP server, sockets of an HTTP server stay open in one direction.
				socket.once('end', () => socket.end())
				onConnection(socket as Socket, forwarded.address)
			})
		},
	}
}
export type Tunnels = ReturnType<typeof createTunnels>
