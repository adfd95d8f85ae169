import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** A WebSocket of a client that reads nothing after its first packet. */
export interface UnreadSocket {
	/**
	 * Sends a frame repeatedly until the socket is closed, `maxBytes` bytes were accepted, or 10 s have passed. Returns
	 * the bytes accepted.
	 */
	flood(frame: Buffer, maxBytes: number): Promise<number>
	send(frame: Buffer): void
	isClosed(): boolean
}

const floodMs = 10_000

/** A frame as clients send it, with a mask of zeros; 1 is text, 2 binary, 9 a ping. */
export function clientFrame(payload: string, opcode = 1): Buffer {
	const body = Buffer.from(payload)
	const mask = Buffer.alloc(4)
	if (body.length < 126) return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | body.length]), mask, body])
	const header = Buffer.alloc(4)
	header[0] = 0x80 | opcode
	header[1] = 0x80 | 126
	header.writeUInt16BE(body.length, 2)
	return Buffer.concat([header, mask, body])
}

/**
 * @param url of the server: `http://127.0.0.1:1234`
 * @param path of the gateway
 */
export async function openUnreadSocket(
	url: string,
	path: string,
	headers: Record<string, string> = {},
): Promise<UnreadSocket> {
	const { hostname, port, host } = new URL(url)
	const socket: Socket = connect(Number(port), hostname)
	let isClosed = false
	socket
		.on('error', () => {})
		.on('close', () => {
			isClosed = true
		})
	const fields = {
		host,
		connection: 'Upgrade',
		upgrade: 'websocket',
		'sec-websocket-version': '13',
		'sec-websocket-key': Buffer.alloc(16).toString('base64'),
		...headers,
	}
	const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`)
	socket.write([`GET ${path}/?EIO=4&transport=websocket HTTP/1.1`, ...lines, '\r\n'].join('\r\n'))
	let answer = ''
	while (!answer.includes('0{"sid":')) {
		if (isClosed) throw new Error(`not opened: ${answer.slice(0, 200)}`)
		await delay(2)
		answer += socket.read()?.toString('latin1') ?? ''
	}
	return {
		async flood(frame, maxBytes) {
			const frames = Buffer.concat(Array.from({ length: Math.max(1, Math.ceil(65_536 / frame.length)) }, () => frame))
			const before = socket.bytesWritten
			const sent = () => socket.bytesWritten - socket.writableLength - before
			const until = Date.now() + floodMs
			while (!isClosed && Date.now() < until && sent() < maxBytes) {
				if (socket.writableLength < 1_048_576) socket.write(frames)
				// Synchronously accepted data does not give the server, which may be in this process, its turn.
				await new Promise(resolve => setImmediate(resolve))
			}
			return sent()
		},
		send: frame => void socket.write(frame),
		isClosed: () => isClosed,
	}
}
