import { type MediaSource, type Offer, ParticipantId, payloadTypes } from '@parley/room'
import * as fc from 'fast-check'
import type { PeerConnection, Track } from 'node-datachannel'
import * as v from 'valibot'
import { beforeEach, describe, expect, test } from 'vitest'
import { type FromChild, preparedRoomId } from '../ipc.ts'
import { isKeyFrameRequest, negativeAck } from './rtcp.ts'
import { RtcpReceiver } from './rtcpReceiver.ts'
import { extensionIds, forwardedPayload, isRtcp, readRtpHeader, readTransportNumber } from './rtp.ts'
import { Sfu } from './sfu.ts'
import { readTransportFeedback, transportFeedback } from './transportFeedback.ts'

const hourMs = 3_600_000
const roomId = 'room-1'
const sources: MediaSource[] = ['microphone', 'camera']

/** One media line without a network: the test is the other end. */
function aTrack() {
	let onMessage: (packet: Buffer) => void = () => {}
	const track = {
		sent: 0,
		onSent(_packet: Buffer) {},
		error: undefined as Error | undefined,
		receive: (packet: Buffer) => onMessage(packet),
		onMessage(listener: typeof onMessage) {
			onMessage = listener
		},
		onOpen() {},
		setMediaHandler() {},
		isOpen: () => true,
		isClosed: false,
		close() {
			track.isClosed = true
		},
		sendMessageBinary(packet: Buffer) {
			if (track.error) throw track.error
			track.sent++
			track.onSent(Buffer.from(packet))
			return true
		},
	}
	return track
}
type FakeTrack = ReturnType<typeof aTrack>

const candidate = 'a=candidate:1 1 UDP 2114977791 198.51.100.7 40001 typ host'

/** The part of the native library the engine uses; lines in the order in which they were added. */
function aConnection() {
	const tracks: FakeTrack[] = []
	let onDescription: (sdp: string, type: string) => void = () => {}
	const connection = {
		addTrack() {
			const track = aTrack()
			tracks.push(track)
			return track as unknown as Track
		},
		onStateChange() {},
		onGatheringStateChange() {},
		onLocalDescription(listener: typeof onDescription) {
			onDescription = listener
		},
		setLocalDescription: () => onDescription('', 'offer'),
		localDescription: () => ({ type: 'offer', sdp: `m=audio\r\n${candidate}\r\na=end-of-candidates` }),
		setRemoteDescription(sdp: string) {
			if (sdp === 'nonsense') throw new Error(`cannot be parsed: ${sdp}`)
		},
		gatheringState: () => 'complete',
		close() {},
	}
	return { tracks, connection: connection as unknown as PeerConnection }
}

let nowMs: number
let sfu: Sfu
let messages: FromChild[]
let connections: ReturnType<typeof aConnection>[]

beforeEach(() => {
	nowMs = 0
	messages = []
	connections = []
	sfu = new Sfu(
		{ network: { udpPorts: { from: 40_000, to: 40_010 }, udpMux: false, privateCandidates: false } },
		message => void messages.push(message),
		{
			now: () => nowMs,
			connect() {
				const made = aConnection()
				connections.push(made)
				return made.connection
			},
		},
	)
})

/** A participant who publishes microphone and camera. */
function enter(name: string) {
	const participantId = v.parse(ParticipantId, `person-${name}`)
	const hello = { kind: 'hello', roomId, participantId, sources, connectionId: null, maxParticipants: 12 } as const
	const { connectionId } = sfu.answer(hello) as { connectionId: string }
	for (const source of sources) sfu.run({ kind: 'published', roomId, participantId, source })
	const [microphone, camera] = connections.at(-1)?.tracks ?? []
	if (!microphone || !camera) throw new Error('no media lines')
	return { participantId, connectionId, microphone, camera, tracks: connections.at(-1)?.tracks ?? [] }
}

function rtp(payloadType: number, sequence: number, timestamp: number): Buffer {
	const packet = Buffer.alloc(40)
	packet.writeUInt8(0x80, 0)
	packet.writeUInt8(payloadType, 1)
	packet.writeUInt16BE(sequence & 0xffff, 2)
	packet.writeUInt32BE(timestamp >>> 0, 4)
	packet.writeUInt32BE(payloadType, 8)
	return packet
}

function senderReport(ssrc: number): Buffer {
	const packet = Buffer.alloc(28)
	packet.writeUInt8(0x80, 0)
	packet.writeUInt8(200, 1)
	packet.writeUInt16BE(6, 2)
	packet.writeUInt32BE(ssrc, 4)
	packet.writeUInt32BE(0xffff_fff0, 12)
	return packet
}

const ended = () => messages.flatMap(message => (message.kind === 'peer-error' ? [message.participantId] : []))
const present = () =>
	(sfu.answer({ kind: 'list', roomId }) as { participantId: string }[]).map(one => one.participantId)

test('[ROOM-63] a meeting of 26 hours, with one sender report at its beginning, keeps working', () => {
	const [anna, ben] = [enter('anna'), enter('ben')]
	const seconds = (26 * hourMs) / 1_000
	for (let second = 0; second <= seconds; second++, nowMs += 1_000) {
		// Sequence numbers wrap every 18 hours here, timestamps of the camera every 13.
		for (const { microphone, camera } of [anna, ben]) {
			microphone.receive(rtp(payloadTypes.opus, second, second * 48_000))
			camera.receive(rtp(payloadTypes.vp8, second, second * 90_000))
			if (second > 0) continue
			microphone.receive(senderReport(payloadTypes.opus))
			camera.receive(senderReport(payloadTypes.vp8))
		}
		sfu.tick()
	}
	expect(messages.filter(({ kind }) => kind === 'peer-error' || kind === 'fault')).toEqual([])
	expect(present()).toEqual([anna.participantId, ben.participantId])
	const [received] = anna.tracks.slice(2)
	expect(received?.sent).toBeGreaterThanOrEqual(seconds)
	// A report a second to the sender, to the end.
	expect(anna.microphone.sent).toBeGreaterThanOrEqual(seconds)
})

test('[ROOM-63] whatever arrives at any time, its report can be written', () => {
	const packet = fc.record({ ssrc: fc.constantFrom(1, 2), sequence: fc.nat(0xffff) })
	const step = fc.record({ packet, isReport: fc.boolean(), passMs: fc.oneof(fc.nat(2_000), fc.nat(80 * hourMs)) })
	fc.assert(
		fc.property(fc.array(step, { maxLength: 40 }), steps => {
			const receiver = new RtcpReceiver({ requestsLost: true, onLost() {}, onGivenUp() {} })
			let atMs = 0
			for (const { packet, isReport, passMs } of steps) {
				atMs += passMs
				receiver.onPacket(packet, atMs)
				const info = Buffer.alloc(20)
				if (isReport) receiver.onSenderReport({ ssrc: packet.ssrc, info, ntpMiddle: 7, rtpTimestamp: 1 }, atMs)
				receiver.due(atMs)
			}
		}),
	)
})

test('[ROOM-63] an error in one connection ends that connection, is reported, and the others stay up', () => {
	const [anna, ben, carl] = [enter('anna'), enter('ben'), enter('carl')]
	ben.microphone.error = new RangeError('out of range')
	for (let second = 0; second < 3; second++, nowMs += 1_000) {
		for (const person of [anna, ben, carl]) person.microphone.receive(rtp(payloadTypes.opus, second, second))
		sfu.tick()
	}
	expect(ended()).toEqual([ben.participantId])
	const { participantId, connectionId } = ben
	const lost = { kind: 'participant-event', roomId, participantId, event: 'lost', payload: [{ connectionId }] }
	expect(messages).toContainEqual(lost)
	expect(present()).toEqual([anna.participantId, carl.participantId])
	// The same person can connect again.
	enter('ben')
	expect(present()).toHaveLength(3)
})

test('[ROOM-63] every track of a connection that ends is closed, which frees its packets; nobody else’s is', () => {
	const [anna, ben] = [enter('anna'), enter('ben')]
	sfu.run({ kind: 'remove', roomId, participantId: ben.participantId })
	expect(ben.tracks.map(track => track.isClosed)).toEqual(ben.tracks.map(() => true))
	expect(anna.tracks.map(track => track.isClosed)).toEqual(anna.tracks.map(() => false))
})

test('[ROOM-63] an unreachable subscriber costs the sender nothing', () => {
	const [anna, ben] = [enter('anna'), enter('ben')]
	const [toBen] = ben.tracks.slice(2)
	if (!toBen) throw new Error('nothing is sent to Ben')
	toBen.error = new Error('track is closed')
	expect(() => anna.microphone.receive(rtp(payloadTypes.opus, 1, 1))).not.toThrow()
	expect(ended()).toEqual([ben.participantId])
	expect(present()).toEqual([anna.participantId])
})

test('[ROOM-65] the engine’s address is in the second offer, once the answer to the first is stored', () => {
	const { participantId } = enter('anna')
	const offers = () =>
		messages.flatMap(message =>
			message.kind === 'participant-event' && message.event === 'offer' ? [message.payload[0] as Offer] : [],
		)
	expect(offers().map(({ sdp }) => sdp)).toEqual(['m=audio'])
	sfu.answer({ kind: 'hello', roomId, participantId, sources, connectionId: null, maxParticipants: 12 })
	const [first] = offers().slice(-1)
	sfu.run({ kind: 'answer', roomId, participantId, offerId: first?.offerId ?? 0, sdp: 'answer' })
	const [second] = offers().slice(-1)
	expect(second).toMatchObject({ connectionId: first?.connectionId, slots: first?.slots })
	expect(second?.sdp).toContain(candidate)
	const count = offers().length
	sfu.run({ kind: 'answer', roomId, participantId, offerId: second?.offerId ?? 0, sdp: 'answer' })
	expect(offers()).toHaveLength(count)
})

test.each([0, 1, 5])(
	'[ROOM-91] with %i there, four newcomers cost a participant no offer, the fifth one, and the next three none',
	count => {
		for (let before = 0; before < count; before++) enter(`early-${before}`)
		const { participantId, tracks } = enter('anna')
		const offers = () =>
			messages.flatMap(message =>
				message.kind === 'participant-event' && message.participantId === participantId && message.event === 'offer'
					? [(message.payload[0] as Offer).offerId]
					: [],
			)
		/** Answers the offers so far; returns how many there were. */
		const settle = () => {
			let answered = 0
			while (answered < offers().length)
				sfu.run({ kind: 'answer', roomId, participantId, offerId: offers()[answered++] ?? 0, sdp: 'answer' })
			return answered
		}
		// Without and with candidates.
		expect(settle()).toBe(2)
		for (const name of ['ben', 'carl', 'dora', 'emil']) enter(name)
		expect(settle()).toBe(2)
		const fifth = enter('finn')
		expect(settle()).toBe(3)
		for (const name of ['gina', 'hans', 'ida']) enter(name)
		expect(settle()).toBe(3)
		const sent = () => tracks.reduce((sum, track) => sum + track.sent, 0)
		const before = sent()
		fifth.microphone.receive(rtp(payloadTypes.opus, 1, 1))
		expect(sent()).toBe(before + 1)
	},
)

test('[ROOM-63] an answer that cannot be applied ends the connection it was for', () => {
	const [anna, ben] = [enter('anna'), enter('ben')]
	sfu.run({ kind: 'answer', roomId, participantId: ben.participantId, offerId: 1, sdp: 'nonsense' })
	expect(ended()).toEqual([ben.participantId])
	expect(present()).toEqual([anna.participantId])
})

describe('[ROOM-82] a connection prepared before admission', () => {
	const preparedId = v.parse(ParticipantId, 'p_prepared')
	const carl = v.parse(ParticipantId, 'person-carl')
	const prepare = () =>
		(sfu.answer({ kind: 'prepare', participantId: preparedId }) as { connectionId: string }).connectionId
	const hello = (connectionId: string, { maxParticipants = 12, allowed = sources } = {}) =>
		sfu.answer({ kind: 'hello', roomId, participantId: carl, sources: allowed, connectionId, maxParticipants })
	const sentTo = (participantId: string) =>
		messages.flatMap(message =>
			message.kind === 'participant-event' && message.participantId === participantId
				? [{ event: message.event, slots: (message.payload[0] as Offer | undefined)?.slots ?? [] }]
				: [],
		)
	/** Answers the offers of the prepared connection, as its page does. */
	const settle = () => {
		for (const offerId of [1, 2]) {
			sfu.run({ kind: 'answer', roomId: preparedRoomId, participantId: preparedId, offerId, sdp: 'answer' })
		}
	}

	test('is not in a room, is not reported, and receives nothing', () => {
		const anna = enter('anna')
		const before = messages.length
		prepare()
		settle()
		anna.microphone.receive(rtp(payloadTypes.opus, 1, 1))
		sfu.tick()
		expect(present()).toEqual([anna.participantId])
		expect(sfu.answer({ kind: 'stats' })).toMatchObject({ rooms: 1, peers: 1, packetsOut: 0 })
		const others = messages.slice(before).filter(message => message.kind !== 'participant-event')
		expect([others, sentTo(preparedId).map(({ event }) => event)]).toEqual([[], ['offer', 'offer']])
	})

	test('receives and sends as soon as it is admitted, without another offer', () => {
		const anna = enter('anna')
		const connectionId = prepare()
		settle()
		const own = connections.at(-1)?.tracks ?? []
		expect(hello(connectionId)).toEqual({ connectionId })
		expect(present()).toEqual([anna.participantId, carl])
		const events = sentTo(carl)
		expect(events.some(({ event }) => event === 'offer')).toBe(false)
		const received = events.at(-1)?.slots.filter(({ role }) => role === 'receive') ?? []
		expect(received).toHaveLength(2)
		const sentBefore = own.reduce((sum, track) => sum + track.sent, 0)
		anna.microphone.receive(rtp(payloadTypes.opus, 1, 1))
		expect(own.reduce((sum, track) => sum + track.sent, 0)).toBe(sentBefore + 1)
		sfu.run({ kind: 'published', roomId, participantId: carl, source: 'microphone' })
		own[0]?.receive(rtp(payloadTypes.opus, 1, 1))
		expect(messages).toContainEqual({
			kind: 'event',
			event: { type: 'published', roomId, participantId: carl, source: 'microphone' },
		})
	})

	test('is used once, by one participant', () => {
		const connectionId = prepare()
		settle()
		hello(connectionId)
		const ben = v.parse(ParticipantId, 'person-ben')
		const second = sfu.answer({ kind: 'hello', roomId, participantId: ben, sources, connectionId, maxParticipants: 12 })
		expect(second).not.toEqual({ connectionId })
		expect(present()).toEqual([carl, ben])
	})

	test('stays prepared where the room is full, and sends no more than the grant allows', () => {
		enter('anna')
		const connectionId = prepare()
		settle()
		expect(hello(connectionId, { maxParticipants: 1 })).toEqual({ refused: 'room.full' })
		expect(hello(connectionId, { allowed: ['microphone'] })).toEqual({ connectionId })
		sfu.run({ kind: 'published', roomId, participantId: carl, source: 'camera' })
		expect(messages).not.toContainEqual(
			expect.objectContaining({ event: { type: 'published', roomId, participantId: carl, source: 'camera' } }),
		)
	})

	test('ends without a word when its page leaves', () => {
		prepare()
		const before = messages.length
		sfu.run({ kind: 'remove', roomId: preparedRoomId, participantId: preparedId })
		expect(messages.slice(before)).toEqual([])
		expect(sfu.answer({ kind: 'stats' })).toMatchObject({ rooms: 0, peers: 0 })
	})
})

const layerStreams = {
	l: { ssrc: 1_001, bytes: 900, packets: 1 },
	h: { ssrc: 1_002, bytes: 1_200, packets: 3 },
} as const
type Rid = keyof typeof layerStreams

/** A microphone and a camera with two layers of 20 frames a second, which begin key frames where they are requested. */
class Publisher {
	readonly microphone: FakeTrack
	readonly camera: FakeTrack
	#sequence = 0
	#frame = 0
	readonly #sequences = { l: 60_000, h: 10 }
	readonly #wantsKeyFrame = new Set<number>()
	/** The layers that it sends. */
	layers: Rid[] = ['l', 'h']
	/** The layers of which it sends packets without media, as a browser does to measure its line. */
	padded: Rid[] = []
	keyFrameRequests = 0

	constructor({ microphone, camera }: { microphone: FakeTrack; camera: FakeTrack }) {
		this.microphone = microphone
		this.camera = camera
		camera.onSent = packet => {
			if (!isKeyFrameRequest(packet)) return
			this.keyFrameRequests++
			this.#wantsKeyFrame.add(packet.readUInt32BE(8))
		}
	}

	/** Call every 10 ms. */
	send(): void {
		if (nowMs % 20 === 0) this.microphone.receive(media(payloadTypes.opus, 5, this.#sequence++, nowMs * 48, 60))
		if (nowMs % 50 > 0) return
		this.#frame++
		for (const rid of this.layers) this.#sendFrame(rid)
		for (const rid of this.padded) this.#sendPadding(rid)
	}

	#sendPadding(rid: Rid): void {
		const packet = media(payloadTypes.vp8, layerStreams[rid].ssrc, this.#sequences[rid]++, nowMs * 90, 255, rid)
		packet[0] = 0xb0
		packet[packet.length - 1] = 255
		this.camera.receive(packet)
	}

	#sendFrame(rid: Rid): void {
		const { ssrc, bytes, packets } = layerStreams[rid]
		const isKeyFrame = this.#wantsKeyFrame.delete(ssrc) || this.#frame === 1
		for (let part = 0; part < packets; part++) {
			const packet = media(payloadTypes.vp8, ssrc, this.#sequences[rid]++, nowMs * 90, bytes, rid)
			const pictureId = (ssrc + this.#frame) & 0x7fff
			packet.set([part === 0 ? 0x90 : 0x80, 0x80, 0x80 | (pictureId >> 8), pictureId & 0xff, isKeyFrame ? 0 : 1], 20)
			packet.write(rid, 30)
			this.camera.receive(packet)
		}
	}
}

/** A packet with a layer id in its only extension. */
function media(payloadType: number, ssrc: number, sequence: number, timestamp: number, bytes: number, rid = '') {
	const packet = Buffer.alloc(20 + bytes)
	packet.set([0x90, payloadType], 0)
	packet.writeUInt16BE(sequence & 0xffff, 2)
	packet.writeUInt32BE(timestamp >>> 0, 4)
	packet.writeUInt32BE(ssrc, 8)
	packet.set([0xbe, 0xde, 0, 1], 12)
	if (rid !== '') packet.set([extensionIds.rid << 4, rid.charCodeAt(0)], 16)
	return packet
}

interface ReceivedPacket {
	atMs: number
	payloadType: number
	sequence: number
	timestamp: number
	ssrc: number
	payload: Buffer
}

/** The data that one participant receives on a line of some bit rate, with feedback ten times a second. */
class Receiver {
	bitsPerSecond: number
	losesEvery = 0
	/** When it says that a packet of a report up to `last` arrived, undefined for never: the truth, unless a test replaces it. */
	claims: (number: number, last: number) => number | undefined = number => this.#arrivals.get(number)
	readonly audio: ReceivedPacket[] = []
	readonly video: ReceivedPacket[] = []
	readonly repeated: ReceivedPacket[] = []
	readonly camera: FakeTrack
	#freeAtMs = 0
	#sent = 0
	#reports = 0
	#first: number | undefined
	readonly #arrivals = new Map<number, number>()

	constructor(tracks: readonly FakeTrack[], bitsPerSecond: number) {
		const [microphone, camera] = tracks.slice(2)
		if (!microphone || !camera) throw new Error('nothing is received')
		this.camera = camera
		this.bitsPerSecond = bitsPerSecond
		microphone.onSent = packet => this.#carry(packet, this.audio)
		camera.onSent = packet => this.#carry(packet, this.video)
	}

	/** Layers of the video packets since then. */
	layersSince(atMs: number): string[] {
		return [
			...new Set(
				this.video.filter(packet => packet.atMs >= atMs).map(({ payload }) => payload.toString('latin1', 10, 11)),
			),
		]
	}

	/** Call every 10 ms. */
	report(): void {
		if (nowMs % 100 > 0 || this.#first === undefined) return
		const arrived = [...this.#arrivals].filter(([number, atMs]) => number >= (this.#first ?? 0) && atMs + 20 <= nowMs)
		const last = Math.max(...arrived.map(([number]) => number))
		if (arrived.length === 0) return
		const claimed = new Map<number, number>()
		for (let number = this.#first; number <= last; number++) {
			const atMs = this.claims(number, last)
			if (atMs !== undefined) claimed.set(number, atMs)
		}
		const report = { ssrc: 1, count: this.#reports++, first: this.#first, last, arrivals: claimed }
		this.camera.receive(transportFeedback(report))
		this.#first = last + 1
	}

	#carry(packet: Buffer, received: ReceivedPacket[]): void {
		const [header, number] = [readRtpHeader(packet), readTransportNumber(packet)]
		if (isRtcp(packet) || !header || number === undefined) return
		this.#first ??= number
		if (this.losesEvery > 0 && ++this.#sent % this.losesEvery === 0) return
		this.#freeAtMs = Math.max(nowMs, this.#freeAtMs) + ((packet.length + 38) * 8_000) / this.bitsPerSecond
		this.#arrivals.set(number, this.#freeAtMs + 20)
		const isRepeated = header.payloadType === payloadTypes.rtx
		;(isRepeated ? this.repeated : received).push({ ...header, atMs: nowMs, payload: forwardedPayload(packet) })
	}
}

describe('lines of different bit rates', () => {
	const red = 'a=rtpmap:63 red/48000/2'
	let publisher: Publisher
	let ben: Receiver
	let carl: Receiver
	let ids: Record<'anna' | 'ben' | 'carl', ParticipantId>

	function start(rates: { ben: number; carl: number }, answer = '') {
		const people = [enter('anna'), enter('ben'), enter('carl')] as const
		for (const { participantId } of people) sfu.run({ kind: 'answer', roomId, participantId, offerId: 1, sdp: answer })
		ids = { anna: people[0].participantId, ben: people[1].participantId, carl: people[2].participantId }
		publisher = new Publisher(people[0])
		ben = new Receiver(people[1].tracks, rates.ben)
		carl = new Receiver(people[2].tracks, rates.carl)
	}

	function run(seconds: number): void {
		const untilMs = nowMs + seconds * 1_000
		for (; nowMs < untilMs; nowMs += 10) {
			publisher.send()
			if (nowMs % 20 === 0) sfu.tick()
			ben.report()
			carl.report()
		}
	}

	const paused = () =>
		messages.flatMap(message =>
			message.kind === 'participant-event' && message.event === 'paused'
				? [[message.participantId, message.payload[0]] as const]
				: [],
		)

	/** Steps between neighbours: 1 everywhere if nothing is missing. */
	const steps = (numbers: readonly number[], mask: number) => [
		...new Set(numbers.slice(1).map((number, index) => (number - (numbers[index] ?? 0)) & mask)),
	]

	test('[ROOM-84] a slow line gets the low layer while a fast one keeps the high layer', () => {
		start({ ben: 350_000, carl: 5_000_000 })
		run(15)
		expect(ben.layersSince(0)).toEqual(['l', 'h'])
		expect([ben.layersSince(12_000), carl.layersSince(12_000)]).toEqual([['l'], ['h']])
	})

	test('[ROOM-84] the stream is continuous over all changes of the layer, which begin with a key frame', () => {
		start({ ben: 350_000, carl: 5_000_000 })
		run(15)
		ben.bitsPerSecond = 5_000_000
		run(30)
		expect(ben.layersSince(42_000)).toEqual(['h'])
		for (const { video, audio } of [ben, carl]) {
			expect(
				steps(
					video.map(({ sequence }) => sequence),
					0xffff,
				),
			).toEqual([1])
			expect(
				steps(
					audio.map(({ sequence }) => sequence),
					0xffff,
				),
			).toEqual([1])
			const pictureIds = video.map(({ payload }) => payload.readUInt16BE(2))
			expect(steps(pictureIds, 0x7fff).toSorted((a, b) => a - b)).toEqual([0, 1])
			expect(new Set(video.map(({ ssrc }) => ssrc)).size).toBe(1)
			const backward = video.filter(
				({ timestamp }, index) => ((timestamp - (video[index - 1]?.timestamp ?? timestamp)) | 0) < 0,
			)
			expect(backward).toEqual([])
			const layer = ({ payload }: ReceivedPacket) => payload.toString('latin1', 10, 11)
			const begins = video.filter(
				(packet, index) => index === 0 || layer(packet) !== layer(video[index - 1] as ReceivedPacket),
			)
			expect(begins.every(({ payload }) => payload[0] === 0x90 && payload[4] === 0)).toBe(true)
		}
	})

	test('[ROOM-83] a picture that does not fit is paused for that participant alone, audio goes on, and it comes back', () => {
		start({ ben: 80_000, carl: 5_000_000 })
		run(15)
		expect(paused()).toEqual([[ids.ben, [{ participantId: ids.anna, source: 'camera' }]]])
		expect([ben.layersSince(12_000), carl.layersSince(12_000)]).toEqual([[], ['h']])
		const heard = ben.audio.filter(({ atMs }) => atMs >= 12_000)
		expect(heard.length).toBeGreaterThanOrEqual(149)
		ben.bitsPerSecond = 2_000_000
		run(40)
		expect(paused().slice(1)).toEqual([[ids.ben, []]])
		expect(ben.layersSince(nowMs - 2_000)).toEqual(['h'])
	})

	test('[ROOM-83] a receiver that never reports gets the high layer', () => {
		start({ ben: 100_000, carl: 5_000_000 })
		ben.report = () => {}
		run(5)
		expect(ben.layersSince(1_000)).toEqual(['h'])
	})

	test('[ROOM-63] [ROOM-84] a layer that is announced and never comes, or stops coming, costs nobody the other one', () => {
		start({ ben: 5_000_000, carl: 5_000_000 })
		publisher.layers = ['l']
		run(10)
		for (const { video } of [ben, carl]) expect(video.filter(({ atMs }) => atMs >= 5_000)).toHaveLength(5 * 20)
		publisher.layers = ['l', 'h']
		run(20)
		expect([ben.layersSince(28_000), carl.layersSince(28_000)]).toEqual([['h'], ['h']])
		publisher.layers = ['l']
		run(10)
		expect([ben.layersSince(35_000), carl.layersSince(35_000)]).toEqual([['l'], ['l']])
	})

	test('[ROOM-84] [ROOM-159] a layer of which only padding comes is not waited for, and costs no key frames', () => {
		start({ ben: 5_000_000, carl: 5_000_000 })
		publisher.layers = ['l']
		publisher.padded = ['h']
		run(10)
		for (const { video } of [ben, carl]) expect(video.filter(({ atMs }) => atMs >= 1_000)).toHaveLength(9 * 20)
		expect(publisher.keyFrameRequests).toBeLessThan(10)
	})

	test.each([
		// A report cannot be written without an arrival.
		{ line: '0 bit/s', claims: (number: number, last: number) => (number === last ? nowMs : undefined), layers: ['l'] },
		{ line: '10 Gbit/s', claims: () => nowMs - 20, layers: ['h'] },
	])('[ROOM-63] a receiver that claims a line of $line changes what it receives itself, and nothing else', lie => {
		start({ ben: 1_000_000, carl: 5_000_000 })
		ben.claims = lie.claims
		run(15)
		expect(ben.layersSince(12_000)).toEqual(lie.layers)
		const received = carl.video.filter(({ atMs }) => atMs >= 12_000)
		expect([carl.layersSince(12_000), received.length]).toEqual([['h'], 3 * 20 * layerStreams.h.packets])
		expect(paused().filter(([participantId]) => participantId !== ids.ben)).toEqual([])
	})

	test('[ROOM-59] a packet that a browser requests again comes on its retransmission stream, with its original number', () => {
		start({ ben: 5_000_000, carl: 5_000_000 })
		run(3)
		const lost = ben.video.at(-5) ?? expect.fail('nothing was received')
		const request = () => ben.camera.receive(negativeAck(lost.ssrc, [lost.sequence]))
		const before = ben.repeated.length
		request()
		const [again] = ben.repeated.slice(before)
		expect(again?.payload).toEqual(
			Buffer.concat([Buffer.from([lost.sequence >> 8, lost.sequence & 0xff]), lost.payload]),
		)
		expect([again?.timestamp, again?.ssrc === lost.ssrc]).toEqual([lost.timestamp, false])
		// A second request that comes at once is for the same loss.
		request()
		expect(ben.repeated).toHaveLength(before + 1)
		ben.camera.receive(negativeAck(lost.ssrc, [(lost.sequence + 500) & 0xffff]))
		ben.camera.receive(negativeAck(lost.ssrc + 50, [lost.sequence]))
		expect(ben.repeated).toHaveLength(before + 1)
	})

	const newPackets = (receiver: Receiver, atMs: number) => receiver.audio.filter(packet => packet.atMs >= atMs)

	test('[ROOM-85] where packets are lost, audio carries the two packets before it', () => {
		start({ ben: 5_000_000, carl: 5_000_000 }, red)
		ben.losesEvery = 8
		run(10)
		expect(new Set(newPackets(ben, 5_000).map(({ payloadType }) => payloadType))).toEqual(new Set([payloadTypes.red]))
		const [one] = newPackets(ben, 5_000)
		expect(one?.payload).toHaveLength(9 + 3 * 60)
		expect(new Set(carl.audio.map(({ payloadType }) => payloadType))).toEqual(new Set([payloadTypes.opus]))
	})

	test('[ROOM-85] a browser without redundant audio gets each packet twice where packets are lost', () => {
		start({ ben: 5_000_000, carl: 5_000_000 })
		ben.losesEvery = 8
		run(10)
		const late = newPackets(ben, 5_000)
		expect(new Set(late.map(({ payloadType }) => payloadType))).toEqual(new Set([payloadTypes.opus]))
		expect(late.length).toBeGreaterThan(400)
		expect(new Set(late.map(({ sequence }) => sequence)).size).toBeGreaterThanOrEqual(247)
		expect(newPackets(carl, 5_000).length).toBeLessThanOrEqual(250)
	})

	test('[ROOM-85] where too much is sent, audio is not protected', () => {
		start({ ben: 100_000, carl: 5_000_000 }, red)
		run(3)
		ben.losesEvery = 8
		run(10)
		const isRedundant = newPackets(ben, 5_000).map(({ payloadType }) => payloadType === payloadTypes.red)
		// It is tried again every ten seconds.
		expect(isRedundant.filter(Boolean).length).toBeLessThan(isRedundant.length / 5)
	})

	test('[ROOM-59] a sender gets feedback of the packets that it numbers', () => {
		start({ ben: 5_000_000, carl: 5_000_000 })
		const reports: Buffer[] = []
		publisher.microphone.onSent = packet => reports.push(packet)
		for (let number = 0; number < 4; number++, nowMs += 100) {
			const packet = media(payloadTypes.opus, 5, number, 0, 60)
			packet.set([(extensionIds.transportSequence << 4) | 1, 0, number], 16)
			publisher.microphone.receive(packet)
			sfu.tick()
		}
		const numbers = reports.flatMap(packet => readTransportFeedback(packet)).flatMap(({ packets }) => packets)
		expect(numbers.map(({ number }) => number)).toEqual([0, 1, 2, 3])
	})

	test('[ROOM-63] a layer that nobody agreed on reaches nobody', () => {
		start({ ben: 5_000_000, carl: 5_000_000 })
		publisher.camera.receive(media(payloadTypes.vp8, 9, 1, 1, 100, 'x'))
		publisher.microphone.receive(media(payloadTypes.opus, 9, 1, 1, 100, 'h'))
		expect([ben.audio, ben.video, carl.audio, carl.video]).toEqual([[], [], [], []])
		expect(ended()).toEqual([])
		run(1)
		expect([ben.layersSince(500), ben.audio.length > 0]).toEqual([['h'], true])
	})

	test('[ROOM-63] whatever a participant sends on any line, nothing is thrown and the others receive as before', () => {
		start({ ben: 5_000_000, carl: 5_000_000 })
		const tracks = connections[1]?.tracks ?? []
		const random = fc.uint8Array({ maxLength: 80 }).map(bytes => Buffer.from(bytes))
		const shaped = fc.record({
			bytes: fc.uint8Array({ minLength: 12, maxLength: 80 }),
			type: fc.constantFrom(96, 97, 111, 63, 200, 201, 205, 206),
		})
		const wellFormed = shaped.map(({ bytes, type }) => {
			const packet = Buffer.alloc(Math.ceil(bytes.length / 4) * 4)
			packet.set(bytes)
			packet.writeUInt8(0x80 | (packet.readUInt8(0) & 0x3f), 0)
			packet.writeUInt8(type, 1)
			if (type >= 200) packet.writeUInt16BE(packet.length / 4 - 1, 2)
			return packet
		})
		const step = fc.record({ line: fc.nat(3), packet: fc.oneof(random, wellFormed) })
		fc.assert(
			fc.property(fc.array(step, { maxLength: 30 }), given => {
				for (const { line, packet } of given) tracks[line]?.receive(packet)
				run(0.1)
				expect(ended()).toEqual([])
			}),
			{ numRuns: 100 },
		)
		run(2)
		expect(present()).toEqual(Object.values(ids))
		expect(carl.layersSince(nowMs - 1_000)).toEqual(['h'])
		expect(newPackets(carl, nowMs - 1_000).length).toBeGreaterThanOrEqual(50)
	})
})
