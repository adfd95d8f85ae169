import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Fault of one client's connection. */
export type LineFault = 'reset' | 'halfOpen' | 'slow' | 'cutInFrame'

const blackHoleMs = 3_000
const slowMs = 3_000
const slowBytesPerSecond = 8_000
const slowTickMs = 50

interface Line {
	client: Socket
	server: Socket
	fault?: 'slow' | 'cutInFrame' | 'halfOpen'
}

/**
 * TCP proxy between clients and a server, which can break connections without the knowledge of either end.
 * @param targetPorts ports of the server's nodes, used in turn
 */
export async function openProxy(targetPorts: readonly number[]) {
	const lines = new Set<Line>()
	let opened = 0
	let cut: 'reset' | 'silent' | undefined
	/** Clients that connect while the line is silent. */
	const held = new Set<Socket>()

	function destroy(line: Line): void {
		lines.delete(line)
		line.client.destroy()
		line.server.destroy()
	}

	function carry(line: Line, from: Socket, to: Socket): void {
		to.on('drain', () => line.fault === undefined && cut !== 'silent' && from.resume())
		from.on('data', chunk => {
			if (line.fault === 'slow') void dribble(line, from, to, chunk)
			else if (line.fault === 'cutInFrame' && chunk.length > 1) {
				// The other end receives half of it, then the end of the connection.
				from.pause()
				to.end(chunk.subarray(0, chunk.length >> 1), () => destroy(line))
			} else if (!to.write(chunk)) from.pause()
		})
	}

	/** Forwards in small pieces, without reading meanwhile. */
	async function dribble(line: Line, from: Socket, to: Socket, chunk: Buffer): Promise<void> {
		const piece = (slowBytesPerSecond * slowTickMs) / 1_000
		from.pause()
		for (let at = 0; at < chunk.length; at += piece) {
			to.write(chunk.subarray(at, at + piece))
			await new Promise(resolve => setTimeout(resolve, slowTickMs))
		}
		if (line.fault !== 'halfOpen') from.resume()
	}

	const listener = createServer(client => {
		if (cut === 'reset') return client.resetAndDestroy()
		if (cut === 'silent') {
			client.pause()
			client.on('error', () => held.delete(client))
			return void held.add(client)
		}
		connectThrough(client)
	}).listen(0, '127.0.0.1')
	await once(listener, 'listening')

	function connectThrough(client: Socket): void {
		const server = connect(targetPorts[opened++ % targetPorts.length] ?? 0, '127.0.0.1')
		const line: Line = { client, server }
		lines.add(line)
		// If no process listens on a port, TCP may connect a socket to itself; the server could then not restart.
		server.on('connect', () => server.localPort === server.remotePort && destroy(line))
		for (const socket of [client, server]) {
			socket.setNoDelay(true)
			socket.on('error', () => destroy(line))
			socket.on('close', () => line.fault !== 'halfOpen' && destroy(line))
		}
		carry(line, client, server)
		carry(line, server, client)
	}

	return {
		port: (listener.address() as AddressInfo).port,
		/** Breaks one connection. @param pick selects it, between 0 and 1 */
		breakLine(fault: LineFault, pick: number): void {
			const whole = [...lines].filter(line => line.fault === undefined)
			const line = whole[Math.floor(pick * whole.length)]
			if (!line) return
			if (fault === 'reset') {
				line.client.resetAndDestroy()
				line.server.resetAndDestroy()
				lines.delete(line)
				return
			}
			line.fault = fault
			if (fault === 'halfOpen') {
				line.client.pause()
				line.server.pause()
				setTimeout(() => destroy(line), blackHoleMs)
			}
			if (fault === 'slow')
				setTimeout(() => {
					delete line.fault
				}, slowMs)
		},
		/** Breaks all connections, or lets nothing through without breaking them, and new ones, until `heal`. */
		cutAll(how: 'reset' | 'silent'): void {
			cut = how
			for (const line of [...lines]) {
				if (how === 'reset') {
					line.client.resetAndDestroy()
					line.server.resetAndDestroy()
					lines.delete(line)
				} else for (const socket of [line.client, line.server]) socket.pause()
			}
		},
		heal(): void {
			cut = undefined
			for (const { client, server } of lines) for (const socket of [client, server]) socket.resume()
			for (const client of held) connectThrough(client)
			held.clear()
		},
		close(): void {
			listener.close()
			for (const client of held) client.destroy()
			for (const line of [...lines]) destroy(line)
		},
	}
}
