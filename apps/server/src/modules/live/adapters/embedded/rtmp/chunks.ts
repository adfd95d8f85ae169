import { CorruptMediaError } from '../flv/mediaErrors.ts'

export interface RtmpMessage {
	type: number
	streamId: number
	timestampMs: number
	body: Buffer
}

/** Maximum number of chunk streams; publishers use three or four. */
const maxChunkStreams = 16
const defaultChunkSize = 128
const maxChunkSize = 0xffffff
const headerBytes = [11, 7, 3, 0] as const
const extended = 0xffffff

const setChunkSize = 1
const abort = 2

interface ChunkStream {
	timestampMs: number
	delta: number
	hasExtendedTimestamp: boolean
	length: number
	type: number
	streamId: number
	/** Message being received. */
	body: Buffer | undefined
	received: number
}

interface ChunkHeader {
	bytes: number
	stream: ChunkStream
}

/** Assembles the chunks of one RTMP connection into messages (Adobe RTMP 1.0, 5.3). */
export class ChunkReader {
	/** Longer messages end the connection: small before publishing is allowed, one frame afterwards. */
	maxMessageBytes = 16 * 1024
	private readonly onMessage: (message: RtmpMessage) => void
	private readonly streams = new Map<number, ChunkStream>()
	private chunkSize = defaultChunkSize
	/** Start of an incomplete header. */
	private rest: Buffer = Buffer.alloc(0)
	/** Chunk whose payload is being received. */
	private open: { stream: ChunkStream; missing: number } | undefined

	constructor(onMessage: (message: RtmpMessage) => void) {
		this.onMessage = onMessage
	}

	/** @throws CorruptMediaError, after which it must not be called again */
	push(bytes: Buffer) {
		let data = this.rest.length > 0 ? Buffer.concat([this.rest, bytes]) : bytes
		for (;;) {
			if (this.open) {
				data = this.receive(this.open, data)
				if (this.open) break
			}
			const header = this.readHeader(data)
			if (!header) break
			data = data.subarray(header.bytes)
			this.begin(header.stream)
		}
		this.rest = data
	}

	/** Undefined if the header is incomplete; nothing is changed then. */
	private readHeader(data: Buffer): ChunkHeader | undefined {
		const first = data[0]
		if (first === undefined) return undefined
		const format = (first >> 6) as 0 | 1 | 2 | 3
		const low = first & 63
		const basicBytes = low === 0 ? 2 : low === 1 ? 3 : 1
		const fixedBytes = basicBytes + headerBytes[format]
		if (data.length < fixedBytes) return undefined
		const id = low === 0 ? 64 + (data[1] as number) : low === 1 ? 64 + data.readUInt16LE(1) : low
		const known = this.streams.get(id)
		if (!known && format !== 0) throw new CorruptMediaError('a continuation chunk without a message')
		if (known?.body && format !== 3) throw new CorruptMediaError('a message inside another one')
		const written = format < 3 ? data.readUIntBE(basicBytes, 3) : 0
		const hasExtendedTimestamp = format < 3 ? written === extended : (known as ChunkStream).hasExtendedTimestamp
		const bytes = fixedBytes + (hasExtendedTimestamp ? 4 : 0)
		if (data.length < bytes) return undefined
		const time = hasExtendedTimestamp ? data.readUInt32BE(fixedBytes) : written
		const stream = known ?? this.addStream(id)
		stream.hasExtendedTimestamp = hasExtendedTimestamp
		if (format < 2) {
			stream.length = data.readUIntBE(basicBytes + 3, 3)
			stream.type = data[basicBytes + 6] as number
		}
		if (format === 0) {
			stream.streamId = data.readUInt32LE(basicBytes + 7)
			stream.timestampMs = time
			stream.delta = 0
		} else if (!stream.body) {
			if (format < 3) stream.delta = time
			stream.timestampMs = (stream.timestampMs + stream.delta) >>> 0
		}
		return { bytes, stream }
	}

	private addStream(id: number): ChunkStream {
		if (this.streams.size >= maxChunkStreams) throw new CorruptMediaError('too many chunk streams')
		const stream: ChunkStream = {
			timestampMs: 0,
			delta: 0,
			hasExtendedTimestamp: false,
			length: 0,
			type: 0,
			streamId: 0,
			body: undefined,
			received: 0,
		}
		this.streams.set(id, stream)
		return stream
	}

	private begin(stream: ChunkStream) {
		if (!stream.body) {
			if (stream.length > this.maxMessageBytes) throw new CorruptMediaError(`a message of ${stream.length} bytes`)
			// Not read before it has been received completely.
			stream.body = Buffer.allocUnsafe(stream.length)
			stream.received = 0
		}
		this.open = { stream, missing: Math.min(this.chunkSize, stream.length - stream.received) }
	}

	/** Returns the rest of the data after the chunk. */
	private receive(open: { stream: ChunkStream; missing: number }, data: Buffer): Buffer {
		const { stream } = open
		const body = stream.body as Buffer
		const taken = Math.min(open.missing, data.length)
		data.copy(body, stream.received, 0, taken)
		stream.received += taken
		open.missing -= taken
		if (open.missing > 0) return data.subarray(taken)
		this.open = undefined
		if (stream.received === stream.length) {
			stream.body = undefined
			this.finish({ type: stream.type, streamId: stream.streamId, timestampMs: stream.timestampMs, body })
		}
		return data.subarray(taken)
	}

	private finish(message: RtmpMessage) {
		if (message.type !== setChunkSize && message.type !== abort) return this.onMessage(message)
		if (message.body.length < 4) throw new CorruptMediaError('a truncated control message')
		const value = message.body.readUInt32BE()
		if (message.type === abort) {
			const stream = this.streams.get(value)
			if (stream) stream.body = undefined
			return
		}
		if (value < 1 || value > maxChunkSize) throw new CorruptMediaError(`chunks of ${value} bytes`)
		this.chunkSize = value
	}
}

/** Splits a message into chunks of at most `sentChunkSize` bytes, which the session announces. */
export function writeMessage(chunkStream: number, type: number, streamId: number, body: Buffer): Buffer {
	const header = Buffer.alloc(12)
	header[0] = chunkStream
	header.writeUIntBE(body.length, 4, 3)
	header[7] = type
	header.writeUInt32LE(streamId, 8)
	const chunks: Buffer[] = [header]
	for (let at = 0; at < body.length || at === 0; at += sentChunkSize) {
		if (at > 0) chunks.push(Buffer.from([0xc0 | chunkStream]))
		chunks.push(body.subarray(at, at + sentChunkSize))
	}
	return Buffer.concat(chunks)
}

export const sentChunkSize = 4096
