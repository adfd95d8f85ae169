import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type Envelope, encodePacket, envelopeEvent, imPaths, type PacketName } from '@parley/im'

/** Types of frames, and of packets of Engine.IO and Socket.IO. */
const textFrame = 0x81
const finalBit = 0x80
const opcodeBits = 0x0f
const textOpcode = 1
const ping = '2'
const pong = '3'
export const connectPacket = '40'
const eventPacket = '42'

/** Minimal Socket.IO client, so that a thousand of them leave the machine to the server. */
export interface RawClient {
	socket: Socket
	/** Receives the text of every event in order: a JSON array of name and value. */
	onEvent: (text: string) => void
	send(value: Envelope): void
	/** Sends a call and resolves with its answer; pushes that arrive meanwhile are ignored. */
	call(name: PacketName, data: object): Promise<Record<string, unknown> & { code: number }>
	close(): void
}

/** A WebSocket that requested its upgrade; {@link readFrames} reads its data. */
export async function openWebSocket(port: number, path: string): Promise<Socket> {
	const socket = connect(port, '127.0.0.1').setNoDelay(true)
	await once(socket, 'connect')
	socket.write(
		`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
	)
	return socket
}

/** Connects to the main namespace. */
export async function openRawClient(port: number): Promise<RawClient> {
	const socket = await openWebSocket(port, `${imPaths.socket}/?EIO=4&transport=websocket`)
	return new Promise((resolve, reject) => {
		let messageId = 10_000
		const client: RawClient = {
			socket,
			onEvent() {},
			send: value => void socket.write(frameOf(eventPacket + JSON.stringify([envelopeEvent, value]))),
			call(name, data) {
				const id = ++messageId
				return new Promise((answered, failed) => {
					const fail = () => failed(new Error(`the connection ended before ${name} was answered`))
					socket.once('close', fail)
					const before = client.onEvent
					client.onEvent = text => {
						const [, envelope] = JSON.parse(text) as [string, Envelope]
						if (envelope.messageId !== id) return
						client.onEvent = before
						socket.off('close', fail)
						answered(envelope.jsonData as never)
					}
					client.send(encodePacket(name, id, data))
				})
			},
			close: () => void socket.destroy(),
		}
		readFrames(socket, text => {
			if (text.startsWith(eventPacket)) client.onEvent(text.slice(eventPacket.length))
			else if (text.startsWith(connectPacket)) resolve(client)
			else if (text === ping) socket.write(frameOf(pong))
			else if (text.startsWith('0')) socket.write(frameOf(connectPacket))
			else reject(new Error(`unexpected packet ${text.slice(0, 80)}`))
		})
		socket.on('error', reject)
	})
}

/** Clients mask their frames; a mask of zeros leaves them unchanged. */
export function frameOf(text: string): Buffer {
	const payload = Buffer.from(text)
	const { length } = payload
	const header =
		length <= 125 ? Buffer.from([textFrame, 0x80 | length]) : Buffer.from([textFrame, 0xfe, length >> 8, length])
	return Buffer.concat([header, Buffer.alloc(4), payload])
}

/** Calls a function for each text frame after the answer to the upgrade. */
export function readFrames(socket: Socket, onText: (text: string) => void, onUpgraded = () => {}): void {
	let rest: Buffer = Buffer.alloc(0)
	const parts: Buffer[] = []
	let isUpgraded = false
	socket.on('data', (chunk: Buffer) => {
		rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
		if (!isUpgraded) {
			const end = rest.indexOf('\r\n\r\n')
			if (end < 0) return
			const status = rest.toString('latin1', 0, rest.indexOf('\r\n'))
			if (!status.includes(' 101 ')) throw new Error(`not upgraded: ${status}`)
			isUpgraded = true
			rest = rest.subarray(end + 4)
			onUpgraded()
		}
		for (;;) {
			const frame = firstFrame(rest)
			if (!frame) return
			const first = rest[0] as number
			const part = rest.subarray(frame.start, frame.end)
			if (first === textFrame) onText(part.toString())
			else if ((first & opcodeBits) <= textOpcode) {
				// A fragment of a text: the first has the opcode, the others none, and the last is marked as final.
				parts.push(Buffer.from(part))
				if (first & finalBit) onText(Buffer.concat(parts.splice(0)).toString())
			}
			rest = rest.subarray(frame.end)
		}
	})
}

function firstFrame(bytes: Buffer): { start: number; end: number } | undefined {
	if (bytes.length < 2) return undefined
	const short = bytes[1] as number
	const start = short < 126 ? 2 : short === 126 ? 4 : 10
	if (bytes.length < start) return undefined
	const length = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : bytes.readUInt32BE(6)
	return bytes.length < start + length ? undefined : { start, end: start + length }
}
