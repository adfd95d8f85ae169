import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { type Result, streamIdPattern } from '@parley/core'
import type { LiveStreamId, PublishRefusal } from '../../../index.ts'
import type { LivePublisher } from '../../../ingest.ts'
import { type AmfValue, readAmf0, writeAmf0 } from '../flv/amf0.ts'
import { maxTagBytes, tagTypes } from '../flv/flvReader.ts'
import { CorruptMediaError } from '../flv/mediaErrors.ts'
import { ChunkReader, type RtmpMessage, sentChunkSize, writeMessage } from './chunks.ts'

/** Decides whether a client may publish, and to what. */
export type AdmitPublisher = (request: {
	streamId: LiveStreamId
	key: string
	address: string
}) => Promise<Result<LivePublisher, PublishRefusal>>

export interface SessionNotes {
	/** Called once the key is accepted. */
	onPublish(): void
	/** Called at the end of the session, with the reason for the log, without secrets. */
	onEnd(reason: string): void
	/** An internal error occurred. */
	onFault(error: unknown): void
}

const handshakeBytes = 1536
const version = 3
const controlStream = 2
const commandStream = 3
const mediaStreamId = 1
const windowBytes = 2_500_000
/** Time from the connection to the first permitted frame. */
const publishWithinMs = 10_000
/** Limit for unread data: answers are a few hundred bytes, acknowledgements sixteen. */
const maxUnreadBytes = 64 * 1024
/** Publishers need one; programs that retry after a refusal use another connection. */
const maxCreatedStreams = 4

const message = {
	acknowledgement: 3,
	userControl: 4,
	windowSize: 5,
	peerBandwidth: 6,
	audio: 8,
	video: 9,
	flexibleData: 15,
	flexibleCommand: 17,
	data: 18,
	command: 20,
	chunkSize: 1,
} as const

/** Texts shown by the publisher's program. */
const refusalTexts: Record<PublishRefusal, string> = {
	unknown: 'This stream does not exist.',
	key: 'The stream key is wrong.',
	busy: 'Another publisher is already streaming.',
	ended: 'This stream has ended.',
	unavailable: 'The server cannot accept a stream right now.',
}

/** One RTMP connection that publishes; every error ends it and nothing else. */
export class RtmpSession {
	private readonly socket: Socket
	private readonly admit: AdmitPublisher
	private readonly notes: SessionNotes
	private readonly reader: ChunkReader
	private readonly address: string
	private readonly deadline: NodeJS.Timeout
	/** State of the handshake; undefined when it is done. */
	private handshake: { bytes: Buffer; isAnswered: boolean } | undefined = { bytes: Buffer.alloc(0), isAnswered: false }
	/** Undefined until they have connected to an application. */
	private app: string | undefined
	private createdStreams = 0
	private publisher: LivePublisher | undefined
	private isAsking = false
	/** Messages that arrive during authorisation: few, because reading is paused. */
	private waiting: RtmpMessage[] = []
	private received = 0
	private acknowledged = 0
	private isOver = false

	/** @param address the address of the publisher: its socket may be that of another node */
	constructor(socket: Socket, address: string, admit: AdmitPublisher, notes: SessionNotes) {
		this.socket = socket
		this.admit = admit
		this.notes = notes
		this.address = address
		this.reader = new ChunkReader(received => this.take(received))
		this.deadline = setTimeout(() => this.fail('did not publish in time'), publishWithinMs)
		socket.setNoDelay(true)
		socket.on('data', (bytes: Buffer) => this.receive(bytes))
		socket.on('error', () => this.close())
		socket.on('close', () => this.close())
	}

	close() {
		if (this.isOver) return
		this.isOver = true
		clearTimeout(this.deadline)
		this.publisher?.close('disconnected')
		this.socket.destroySoon()
		// A peer that does not read its answer is not waited for.
		setTimeout(() => this.socket.destroy(), 1_000).unref()
	}

	private fail(reason: string, isCorrupt = false) {
		if (this.isOver) return
		this.notes.onEnd(reason)
		if (isCorrupt) this.publisher?.close('corrupt')
		this.close()
	}

	private receive(bytes: Buffer) {
		this.guard(() => {
			this.received += bytes.length
			if (this.handshake) this.shakeHands(this.handshake, bytes)
			else this.reader.push(bytes)
			this.acknowledge()
		})
	}

	/** Any error, in their data or in our code, ends this connection only. */
	private guard(work: () => void) {
		if (this.isOver) return
		try {
			work()
		} catch (error) {
			if (!(error instanceof CorruptMediaError)) this.notes.onFault(error)
			this.fail(error instanceof CorruptMediaError ? error.message : 'an internal error', true)
		}
	}

	/** Performs the plain handshake; publishers don't need the extensions of Flash. */
	private shakeHands(handshake: NonNullable<typeof this.handshake>, bytes: Buffer) {
		handshake.bytes = Buffer.concat([handshake.bytes, bytes])
		if (handshake.bytes[0] !== version) throw new CorruptMediaError('no RTMP handshake')
		if (!handshake.isAnswered && handshake.bytes.length >= 1 + handshakeBytes) {
			const own = Buffer.concat([Buffer.alloc(8), randomBytes(handshakeBytes - 8)])
			this.send(Buffer.concat([Buffer.from([version]), own, handshake.bytes.subarray(1, 1 + handshakeBytes)]))
			handshake.isAnswered = true
		}
		const total = 1 + 2 * handshakeBytes
		if (handshake.bytes.length < total) return
		this.handshake = undefined
		this.reader.push(handshake.bytes.subarray(total))
	}

	private acknowledge() {
		if (this.handshake || this.received - this.acknowledged < windowBytes / 2) return
		this.acknowledged = this.received
		this.sendControl(message.acknowledgement, this.received >>> 0)
	}

	private take(received: RtmpMessage) {
		if (this.isOver) return
		if (this.isAsking) {
			this.waiting.push(received)
			return
		}
		const { type, body, timestampMs } = received
		if (type === message.command || type === message.flexibleCommand) {
			return this.command(readAmf0(type === message.flexibleCommand ? body.subarray(1) : body))
		}
		const tag = tagTypes[type]
		if (tag && this.publisher) this.publisher.push({ type: tag, timestampMs, body })
	}

	private command([name, transaction, ...values]: AmfValue[]) {
		const id = typeof transaction === 'number' ? transaction : 0
		switch (name) {
			case 'connect':
				return this.connect(id, values[0])
			case 'createStream':
				if (++this.createdStreams > maxCreatedStreams) throw new CorruptMediaError('too many streams')
				return this.sendCommand(0, '_result', id, null, mediaStreamId)
			case 'publish':
				return this.publish(values[1])
			case 'play':
				this.sendStatus('error', 'NetStream.Play.StreamNotFound', 'Watch it in a browser.')
				return this.fail('playback is not supported')
			case 'deleteStream':
			case 'closeStream':
			case 'FCUnpublish':
				if (this.publisher) this.close()
				return
		}
	}

	private connect(id: number, options: AmfValue) {
		if (this.app !== undefined) throw new CorruptMediaError('connected twice')
		const app = typeof options === 'object' && options !== null && !Array.isArray(options) ? options.app : undefined
		this.app = typeof app === 'string' ? app.replace(/\/+$/, '') : ''
		this.sendControl(message.windowSize, windowBytes)
		const bandwidth = Buffer.alloc(5)
		bandwidth.writeUInt32BE(windowBytes)
		bandwidth[4] = 2
		this.send(writeMessage(controlStream, message.peerBandwidth, 0, bandwidth))
		this.sendControl(message.chunkSize, sentChunkSize)
		this.sendCommand(0, '_result', id, { fmsVer: 'FMS/3,0,1,123', capabilities: 31 }, connected)
	}

	private publish(target: AmfValue) {
		if (this.publisher || this.isAsking) throw new CorruptMediaError('published twice')
		const [streamId = '', query = ''] = typeof target === 'string' ? target.split('?', 2) : []
		const key = new URLSearchParams(query).get('key') ?? ''
		if (this.app !== 'live' || !streamIdPattern.test(streamId)) return this.refuse('unknown')
		this.isAsking = true
		this.socket.pause()
		this.admit({ streamId, key, address: this.address }).then(
			answer => this.answerPublish(answer),
			error => {
				this.notes.onFault(error)
				this.refuse('unavailable')
			},
		)
	}

	private answerPublish(answer: Result<LivePublisher, PublishRefusal>) {
		if (!answer.ok) return this.refuse(answer.failure)
		const publisher = answer.value
		if (this.isOver) return publisher.close('disconnected')
		this.publisher = publisher
		this.notes.onPublish()
		publisher.onEnd(reason => {
			if (this.isOver) return
			this.sendStatus('error', 'NetStream.Publish.Failed', reason)
			this.fail(`publishing ended: ${reason}`)
		})
		clearTimeout(this.deadline)
		this.reader.maxMessageBytes = maxTagBytes
		this.sendStatus('status', 'NetStream.Publish.Start', 'Publishing.')
		this.isAsking = false
		this.guard(() => {
			for (const received of this.waiting.splice(0)) this.take(received)
		})
		if (!this.isOver) this.socket.resume()
	}

	private refuse(refusal: PublishRefusal) {
		if (this.isOver) return
		this.sendStatus('error', 'NetStream.Publish.BadName', refusalTexts[refusal])
		this.fail(`refused: ${refusal}`)
	}

	private sendStatus(level: 'status' | 'error', code: string, description: string) {
		this.sendCommand(mediaStreamId, 'onStatus', 0, null, { level, code, description })
	}

	private sendCommand(streamId: number, ...values: Parameters<typeof writeAmf0>) {
		this.send(writeMessage(commandStream, message.command, streamId, writeAmf0(...values)))
	}

	private sendControl(type: number, value: number) {
		const body = Buffer.alloc(4)
		body.writeUInt32BE(value)
		this.send(writeMessage(controlStream, type, 0, body))
	}

	private send(bytes: Buffer) {
		if (this.isOver) return
		this.socket.write(bytes)
		if (this.socket.writableLength > maxUnreadBytes) this.fail('the client read too slowly')
	}
}

const connected = {
	level: 'status',
	code: 'NetConnection.Connect.Success',
	description: 'Connected.',
	objectEncoding: 0,
}
