import { livePublishLimits, type PublishEndReason, type PublishHello } from '@parley/api'
import { ok, type Result, refused } from '@parley/core'
import type { Log } from '../../../../../platform/log.ts'
import { type Ffmpeg, flvOutput, startFfmpeg, stereoAac } from '../../../../composer/index.ts'
import type { FlvTag, LiveIngest, LivePublisher } from '../../../ingest.ts'
import { createFlvReader } from '../flv/flvReader.ts'
import { CorruptMediaError, UnsupportedCodecError } from '../flv/mediaErrors.ts'
import { createFragmentedMp4Reader } from './fragmentedMp4.ts'

/** Longer than a change of network: viewers notice nothing, and no one else may publish meanwhile. */
export const lingerMs = 4_000

export interface PhoneUploadSetup {
	hello: PublishHello
	ingest: Pick<LiveIngest, 'publish'>
	/** For Matroska. */
	ffmpeg: Ffmpeg | undefined
	/** Address of the phone. */
	address: string
	log: Log
	/** Called once when the upload accepts no more data. */
	onOver(): void
}

/** Converts the bytes of an upload into tags. */
interface Decoder {
	/** Resolves when more data is accepted. */
	write(bytes: Buffer): Promise<void>
	close(): void
}

/** An upload that a phone sends in chunks, over one connection after the other. */
export class PhoneUpload {
	readonly hello: PublishHello
	/** Number of the first chunk that is missing. */
	nextChunk = 0
	readonly #setup: PhoneUploadSetup
	readonly #decoder: Decoder
	#address: string
	#publisher: LivePublisher | undefined
	/** Sequence headers, repeated for each publisher. */
	readonly #headers = new Map<FlvTag['type'], FlvTag>()
	#hasToldHeaders = false
	#connection: { ended(reason: PublishEndReason): void } | undefined
	#timers: NodeJS.Timeout[] = []
	#writing: Promise<void> = Promise.resolve()
	#isOver = false

	constructor(setup: PhoneUploadSetup) {
		this.#setup = setup
		this.hello = setup.hello
		this.#address = setup.address
		this.#decoder = this.#decode(setup)
	}

	/** Continues over this connection; the previous one is notified that it was replaced. */
	attach(
		connection: { ended(reason: PublishEndReason): void },
		address: string,
	): Result<void, 'busy' | 'ended' | 'unknown'> {
		this.#address = address
		const opened = this.#open()
		if (!opened.ok) return opened
		this.#clearTimers()
		if (this.#connection !== connection) this.#connection?.ended('replaced')
		this.#connection = connection
		return ok(undefined)
	}

	/** Call when the connection was lost; another one may follow. */
	detach(connection: object) {
		if (this.#connection !== connection || this.#isOver) return
		this.#connection = undefined
		const later = (act: () => void, ms: number) => this.#timers.push(setTimeout(act, ms).unref())
		later(() => this.#leave(), lingerMs)
		later(() => this.end('disconnected'), livePublishLimits.resumeWithinMs)
	}

	/** Accepts one chunk; resolves with the number of the next, when it may be sent. */
	async write(number: number, bytes: Buffer): Promise<number> {
		if (this.#isOver || number < this.nextChunk) return this.nextChunk
		if (number > this.nextChunk) {
			this.end('disconnected')
			return this.nextChunk
		}
		this.nextChunk++
		const next = this.nextChunk
		this.#writing = this.#writing.then(async () => {
			if (!this.#isOver) await this.#guard(() => this.#decoder.write(bytes))
		})
		await this.#writing
		return next
	}

	/** Nothing follows. */
	finish() {
		this.#connection = undefined
		this.end('disconnected')
	}

	end(reason: PublishEndReason) {
		if (this.#isOver) return
		this.#isOver = true
		this.#clearTimers()
		this.#leave(reason === 'corrupt' ? 'corrupt' : 'disconnected')
		this.#decoder.close()
		this.#connection?.ended(reason)
		this.#connection = undefined
		this.#setup.onOver()
	}

	#open(): Result<void, 'busy' | 'ended' | 'unknown'> {
		if (this.#isOver) return refused('ended')
		if (this.#publisher) return ok(undefined)
		const answer = this.#setup.ingest.publish(this.hello.streamId, this.#address)
		if (!answer.ok) return answer
		const publisher = answer.value
		this.#publisher = publisher
		this.#hasToldHeaders = false
		publisher.onEnd(reason => {
			if (this.#publisher !== publisher) return
			this.#publisher = undefined
			this.end(reason)
		})
		return ok(undefined)
	}

	/** Leaves the stream, so that viewers see the interruption; the upload may continue. */
	#leave(reason: 'disconnected' | 'corrupt' = 'disconnected') {
		const publisher = this.#publisher
		this.#publisher = undefined
		publisher?.close(reason)
	}

	#push(tag: FlvTag) {
		const isHeader = tag.type !== 'data' && isSequenceHeader(tag)
		if (isHeader) this.#headers.set(tag.type, tag)
		const publisher = this.#publisher
		if (!publisher) return
		if (!this.#hasToldHeaders) {
			// At the time of the first frame: the clock of the recorder need not begin at 0.
			if (isHeader) return
			this.#hasToldHeaders = true
			for (const header of this.#headers.values()) publisher.push({ ...header, timestampMs: tag.timestampMs })
		}
		publisher.push(tag)
	}

	#decode({ hello, ffmpeg }: PhoneUploadSetup): Decoder {
		if (hello.container === 'mkv-opus' && ffmpeg) return this.#decodeMatroska(ffmpeg)
		const read = createFragmentedMp4Reader(tag => this.#push(tag))
		return { write: async bytes => read(bytes), close() {} }
	}

	#decodeMatroska(ffmpeg: Ffmpeg): Decoder {
		const child = startFfmpeg(ffmpeg, matroskaToFlv, 1)
		const read = createFlvReader(tag => this.#push(tag))
		child.onOutput((_, bytes) => void this.#guard(async () => read(bytes)))
		child.onExit(({ code, lastOutput }) => {
			if (this.#isOver) return
			this.#setup.log.warn({ code, lastOutput, streamId: this.hello.streamId }, 'a phone upload could not be decoded')
			this.end('corrupt')
		})
		return {
			write(bytes) {
				child.write(bytes)
				return child.drained()
			},
			close: () => child.kill(),
		}
	}

	/** An error in an upload ends only that upload. */
	async #guard(work: () => Promise<void>) {
		try {
			await work()
		} catch (error) {
			if (error instanceof UnsupportedCodecError) return this.end('codec')
			if (!(error instanceof CorruptMediaError)) {
				this.#setup.log.error({ err: error, streamId: this.hello.streamId }, 'a phone upload failed')
			}
			this.end('corrupt')
		}
	}

	#clearTimers() {
		for (const timer of this.#timers.splice(0)) clearTimeout(timer)
	}
}

const matroskaToFlv = [
	// The header contains everything: waiting for more delays the picture.
	...['-probesize', '65536', '-analyzeduration', '200000', '-f', 'matroska', '-i', 'pipe:0'],
	...['-map', '0:v:0', '-map', '0:a:0?', '-c:v', 'copy', ...stereoAac],
	...flvOutput(0),
]

/** In H.264 and AAC the second byte marks it, in enhanced RTMP the first. */
function isSequenceHeader({ type, body }: FlvTag): boolean {
	const first = body[0] ?? 0
	if (type === 'audio' && first >> 4 === 9) return (first & 15) === 0
	return body[1] === 0
}
