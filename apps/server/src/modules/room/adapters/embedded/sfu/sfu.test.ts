import { type MediaSource, type Offer, ParticipantId, payloadTypes } from '@parley/room'
import * as fc from 'fast-check'
import type { PeerConnection, Track } from 'node-datachannel'
import * as v from 'valibot'
import { beforeEach, describe, expect, test } from 'vitest'
import { type FromChild, preparedRoomId } from '../ipc.ts'
import { RtcpReceiver } from './rtcpReceiver.ts'
import { Sfu } from './sfu.ts'

const hourMs = 3_600_000
const roomId = 'room-1'
const sources: MediaSource[] = ['microphone', 'camera']

/** One media line without a network: the test is the other end. */
function aTrack() {
	let onMessage: (packet: Buffer) => void = () => {}
	const track = {
		sent: 0,
		error: undefined as Error | undefined,
		receive: (packet: Buffer) => onMessage(packet),
		onMessage(listener: typeof onMessage) {
			onMessage = listener
		},
		onOpen() {},
		setMediaHandler() {},
		isOpen: () => true,
		sendMessageBinary() {
			if (track.error) throw track.error
			track.sent++
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
	sfu.answer({ kind: 'hello', roomId, participantId, sources, connectionId: null, maxParticipants: 12 })
	for (const source of sources) sfu.run({ kind: 'published', roomId, participantId, source })
	const [microphone, camera] = connections.at(-1)?.tracks ?? []
	if (!microphone || !camera) throw new Error('no media lines')
	return { participantId, microphone, camera, tracks: connections.at(-1)?.tracks ?? [] }
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
				if (isReport) receiver.onSenderReport({ info, ntpMiddle: 7, rtpTimestamp: 1 }, atMs)
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
	expect(messages).toContainEqual(
		expect.objectContaining({ kind: 'participant-event', participantId: ben.participantId, event: 'lost' }),
	)
	expect(present()).toEqual([anna.participantId, carl.participantId])
	// The same person can connect again.
	enter('ben')
	expect(present()).toHaveLength(3)
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
