import {
	livePublishLimits,
	livePublishPath,
	type PhonePublishRefusal,
	type PublishCalls,
	type PublishEndReason,
	type PublishEvents,
	type UploadContainer,
	uploadContainers,
} from '@parley/api'
import { io, type Socket } from 'socket.io-client'

/**
 * - `connecting`: nothing is on air yet.
 * - `publishing`: `unsentBytes` were recorded and not taken by the server yet; when they grow, the network is too slow.
 * - `reconnecting`: the network is away; what is recorded meanwhile is sent afterwards.
 * - `over`: nothing is recorded any more. `unsupported`: this browser records no H.264, or nothing this server takes.
 *   `stopped`: `stop` was called, or camera and microphone ended.
 */
export type LivePublishState =
	| { phase: 'connecting' | 'reconnecting' }
	| { phase: 'publishing'; container: UploadContainer; unsentBytes: number }
	| { phase: 'over'; reason: PhonePublishRefusal | PublishEndReason | 'unsupported' | 'stopped' }

export interface LivePublisher {
	readonly state: LivePublishState
	/** Continues with another camera or microphone; viewers see the change after about a second. */
	use(stream: MediaStream): void
	/** Leaves the air; the tracks stay open. Does nothing after the end. */
	stop(): void
}

export interface LivePublisherOptions {
	stream: MediaStream
	streamId: string
	/** The stream key alone. */
	key: string
	onState(state: LivePublishState): void
	/** Replaced by tests. */
	openSocket?: () => PublishSocket
}

export type PublishSocket = Pick<
	Socket<PublishEvents, PublishCalls>,
	'connected' | 'on' | 'emit' | 'connect' | 'disconnect'
>

/** First those that every player understands. The codecs are named in full where browsers ask for that. */
const typesOf: Record<UploadContainer, readonly string[]> = {
	'mp4-aac': ['video/mp4;codecs=avc1.42E01F,mp4a.40.2', 'video/mp4;codecs=avc1,mp4a.40.2'],
	'mkv-opus': ['video/x-matroska;codecs=avc1,opus', 'video/x-matroska;codecs=avc1.42E01F,opus'],
	'mp4-opus': ['video/mp4;codecs=avc1,opus', 'video/mp4;codecs=avc1.42E01F,opus'],
}
const videoBitsPerSecond = 2_500_000
const audioBitsPerSecond = 96_000
const chunkMs = 100
/** Chromium gives out a piece of MP4 with each key frame, which is therefore what viewers wait for. */
const keyFrameMs = { 'mp4-aac': 500, 'mp4-opus': 500, 'mkv-opus': 1_000 } as const
/** Another publisher was active a moment ago, such as this page before it was reloaded. */
const retryMs = 1_000
const maxRetries = 15
/** Uploads that the server does not understand are not begun again and again. */
const maxFreshStarts = 5
const freshStartsWithinMs = 60_000
const reconnection = { reconnectionDelay: 250, reconnectionDelayMax: 2_000, timeout: 8_000 }

/** Chooses the best container this browser records and the server accepts; undefined if none. */
export function chooseUpload(
	accepted: readonly UploadContainer[],
): { container: UploadContainer; mimeType: string } | undefined {
	if (typeof MediaRecorder === 'undefined') return undefined
	for (const container of uploadContainers) {
		const mimeType =
			accepted.includes(container) && typesOf[container].find(type => MediaRecorder.isTypeSupported(type))
		if (mimeType) return { container, mimeType }
	}
	return undefined
}

/** Returns whether the camera can be broadcast from this browser; a server without a transcoder takes less. */
export const canPublishCamera = (): boolean => chooseUpload(uploadContainers) !== undefined

/** Broadcasts camera and microphone, through changes of network. */
export function openLivePublisher(options: LivePublisherOptions): LivePublisher {
	return new SocketPublisher(options)
}

const openServerSocket = (): PublishSocket =>
	io(globalThis.location.origin, {
		path: livePublishPath,
		transports: ['websocket'],
		autoConnect: false,
		forceNew: true,
		...reconnection,
	})

/** One run of the recorder: chunks that the server does not have yet. */
interface Upload {
	id: string
	container: UploadContainer
	recorder: MediaRecorder
	held: { number: number; bytes: ArrayBuffer }[]
	heldBytes: number
	/** Number of the next chunk to be recorded, and of the next to be sent. */
	nextRecorded: number
	nextSent: number
	/** Blobs are read one after the other. */
	reading: Promise<void>
}

class SocketPublisher implements LivePublisher {
	state: LivePublishState = { phase: 'connecting' }
	readonly #options: LivePublisherOptions
	readonly #socket: PublishSocket
	#stream: MediaStream
	#accepted: UploadContainer[] = []
	#upload: Upload | undefined
	/** The server has taken the `hello` of this connection. */
	#isAdmitted = false
	/** Number of the connection and its requests: an answer to an earlier request is ignored. */
	#turn = 0
	#retries = 0
	#freshStarts: number[] = []
	#retry: ReturnType<typeof setTimeout> | undefined

	constructor(options: LivePublisherOptions) {
		this.#options = options
		this.#stream = options.stream
		this.#socket = (options.openSocket ?? openServerSocket)()
		this.#socket.on('welcome', ({ containers }) => {
			this.#accepted = containers
			this.#introduce()
		})
		this.#socket.on('ended', reason => this.#onEnded(reason))
		this.#socket.on('disconnect', reason => {
			this.#turn++
			this.#isAdmitted = false
			if (this.#isOver) return
			this.#setState({ phase: this.state.phase === 'connecting' ? 'connecting' : 'reconnecting' })
			// A stopping server announces it, and the library would not reconnect by itself.
			if (reason === 'io server disconnect') this.#later(() => this.#socket.connect())
		})
		this.#socket.connect()
	}

	use(stream: MediaStream) {
		this.#stream = stream
		if (this.#isOver) return
		this.#dropUpload()
		if (this.#socket.connected && this.#accepted.length > 0) this.#introduce()
	}

	stop() {
		if (this.#isOver) return
		if (this.#socket.connected && this.#isAdmitted) this.#socket.emit('finish', () => {})
		this.#over('stopped')
	}

	get #isOver(): boolean {
		return this.state.phase === 'over'
	}

	/** Says which upload follows on this connection: the one that is being made, or a new one. */
	#introduce() {
		if (this.#isOver || !this.#socket.connected) return
		const upload = this.#upload ?? this.#record()
		if (!upload) return this.#over('unsupported')
		const { streamId, key } = this.#options
		const turn = ++this.#turn
		this.#isAdmitted = false
		this.#socket.emit('hello', { streamId, key, uploadId: upload.id, container: upload.container }, answer => {
			if (turn !== this.#turn || this.#isOver) return
			if (answer.ok) this.#admitted(upload, answer.value.nextChunk)
			else this.#refused(answer.failure)
		})
	}

	#admitted(upload: Upload, nextChunk: number) {
		this.#retries = 0
		const first = upload.held[0]?.number ?? upload.nextRecorded
		// The server knows this upload no more, and its beginning is not here either.
		if (nextChunk < first) return this.#beginAgain()
		this.#isAdmitted = true
		this.#acknowledge(upload, nextChunk)
		upload.nextSent = nextChunk
		this.#send(upload)
		this.#tellProgress()
	}

	#refused(failure: PhonePublishRefusal) {
		const isPassing = failure === 'busy' || failure === 'unavailable'
		if (!isPassing || this.#retries >= maxRetries) return this.#over(failure)
		this.#retries++
		// Data recorded meanwhile would stay late forever.
		this.#dropUpload()
		this.#later(() => this.#introduce())
	}

	#onEnded(reason: PublishEndReason) {
		if (this.#isOver) return
		const canGoOn = reason === 'noData' || reason === 'corrupt' || reason === 'disconnected'
		if (!canGoOn) return this.#over(reason)
		const now = Date.now()
		this.#freshStarts = [...this.#freshStarts.filter(at => now - at < freshStartsWithinMs), now]
		if (this.#freshStarts.length > maxFreshStarts) return this.#over(reason)
		this.#beginAgain()
	}

	#beginAgain() {
		this.#dropUpload()
		this.#introduce()
	}

	#record(): Upload | undefined {
		const choice = chooseUpload(this.#accepted)
		if (!choice) return undefined
		const { container, mimeType } = choice
		// The distance of key frames is in the specification, and not in all type definitions yet.
		const settings: MediaRecorderOptions & { videoKeyFrameIntervalDuration: number } = {
			mimeType,
			videoBitsPerSecond,
			audioBitsPerSecond,
			videoKeyFrameIntervalDuration: keyFrameMs[container],
		}
		const recorder = new MediaRecorder(this.#stream, settings)
		const upload: Upload = {
			id: randomId(),
			container,
			recorder,
			held: [],
			heldBytes: 0,
			nextRecorded: 0,
			nextSent: 0,
			reading: Promise.resolve(),
		}
		recorder.ondataavailable = ({ data }) => {
			upload.reading = upload.reading.then(async () => this.#hold(upload, await data.arrayBuffer()))
		}
		recorder.onerror = () => recorder.stop()
		// By itself it stops when a track ends, or when the picture changes its size.
		recorder.onstop = () => {
			if (upload !== this.#upload) return
			if (this.#stream.getTracks().some(({ readyState }) => readyState === 'live')) this.#beginAgain()
			else this.stop()
		}
		this.#upload = upload
		recorder.start(chunkMs)
		return upload
	}

	#hold(upload: Upload, bytes: ArrayBuffer) {
		if (upload !== this.#upload) return
		const { maxChunkBytes, maxHeldBytes } = livePublishLimits
		for (let at = 0; at < bytes.byteLength; at += maxChunkBytes) {
			const piece = bytes.slice(at, at + maxChunkBytes)
			upload.held.push({ number: upload.nextRecorded++, bytes: piece })
			upload.heldBytes += piece.byteLength
		}
		if (upload.heldBytes > maxHeldBytes) return this.#giveUpLateness()
		this.#send(upload)
	}

	/** The queue is too long to be sent in time: drops it, so that viewers get the present again. */
	#giveUpLateness() {
		this.#dropUpload()
		// Without a connection the next one begins an upload.
		if (this.#isAdmitted) this.#introduce()
	}

	#send(upload: Upload) {
		const turn = this.#turn
		const first = upload.held[0]?.number ?? upload.nextRecorded
		while (this.#isAdmitted && upload.nextSent < first + livePublishLimits.maxUnacknowledged) {
			const chunk = upload.held[upload.nextSent - first]
			if (!chunk) break
			upload.nextSent++
			this.#socket.emit('chunk', chunk.number, chunk.bytes, nextChunk => {
				if (turn !== this.#turn || upload !== this.#upload) return
				this.#acknowledge(upload, nextChunk)
				this.#send(upload)
				this.#tellProgress()
			})
		}
	}

	#acknowledge(upload: Upload, nextChunk: number) {
		const isKept = ({ number }: { number: number }) => number >= nextChunk
		upload.held = upload.held.filter(isKept)
		upload.heldBytes = upload.held.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)
	}

	#tellProgress() {
		const upload = this.#upload
		if (!upload || this.#isOver || !this.#isAdmitted) return
		this.#setState({ phase: 'publishing', container: upload.container, unsentBytes: upload.heldBytes })
	}

	#dropUpload() {
		const upload = this.#upload
		this.#upload = undefined
		if (upload && upload.recorder.state !== 'inactive') upload.recorder.stop()
	}

	#over(reason: Extract<LivePublishState, { phase: 'over' }>['reason']) {
		clearTimeout(this.#retry)
		this.#setState({ phase: 'over', reason })
		this.#dropUpload()
		this.#socket.disconnect()
	}

	#later(act: () => void) {
		clearTimeout(this.#retry)
		this.#retry = setTimeout(act, retryMs)
	}

	#setState(state: LivePublishState) {
		const { phase } = this.state
		// Bytes change with every chunk; the rest is reported once.
		if (state.phase === phase && state.phase !== 'publishing') return
		this.state = state
		this.#options.onState(state)
	}
}

const randomId = () =>
	Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
