import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FlvTag } from '../../ingest.ts'
import { type AmfValue, readAmf0, writeAmf0 } from '../embedded/flv/amf0.ts'
import { ChunkReader, type RtmpMessage, writeMessage } from '../embedded/rtmp/chunks.ts'

/** RTMP client that behaves like OBS and ffmpeg, without waiting. */
export class RtmpClient {
	readonly socket: Socket
	readonly commands: AmfValue[][] = []
	readonly closed: Promise<unknown>
	private toSkip = 1 + 1536 * 2
	private readonly reader = new ChunkReader(message => this.take(message))

	/** @param localAddress its source address, on machines that have several */
	constructor(port: number, localAddress = '127.0.0.1') {
		this.socket = connect({ port, host: '127.0.0.1', localAddress })
		this.reader.maxMessageBytes = 100_000
		this.closed = new Promise(resolve => this.socket.once('close', resolve))
		this.socket.on('error', () => {})
		this.socket.on('data', (bytes: Buffer) => {
			const skipped = Math.min(this.toSkip, bytes.length)
			this.toSkip -= skipped
			if (bytes.length > skipped) this.reader.push(bytes.subarray(skipped))
		})
	}

	private take({ type, body }: RtmpMessage) {
		if (type === 20) this.commands.push(readAmf0(body))
	}

	shakeHands() {
		this.socket.write(Buffer.concat([Buffer.from([3]), Buffer.alloc(1536 * 2)]))
	}

	command(streamId: number, ...values: Parameters<typeof writeAmf0>) {
		this.socket.write(writeMessage(3, 20, streamId, writeAmf0(...values)))
	}

	connect(app = 'live') {
		this.shakeHands()
		// Same chunk size as ours.
		this.socket.write(Buffer.from('0200000000000401000000000000' + '1000', 'hex'))
		this.command(0, 'connect', 1, { app, tcUrl: 'rtmp://127.0.0.1/live' })
		this.command(0, 'createStream', 2, null)
	}

	async publish(name: string, app = 'live') {
		this.connect(app)
		this.command(1, 'publish', 3, null, name, 'live')
		return await this.status()
	}

	async status(): Promise<Record<string, AmfValue>> {
		for (;;) {
			const found = this.commands.findIndex(([name]) => name === 'onStatus')
			if (found >= 0) return this.commands.splice(found, 1)[0]?.[3] as Record<string, AmfValue>
			await delay(2)
		}
	}

	/** Supports timestamps of up to 24 bits: four and a half hours. */
	send({ type, timestampMs, body }: FlvTag) {
		const message = writeMessage(type === 'audio' ? 4 : 6, type === 'audio' ? 8 : 9, 1, body)
		message.writeUIntBE(timestampMs, 1, 3)
		this.socket.write(message)
	}
}
