import { expect, test } from 'vitest'
import { createLineMeter, hasPicture } from './lineMeter.ts'

const stats = (...entries: object[]) =>
	new Map(entries.map((entry, index) => [index, entry])) as unknown as RTCStatsReport

const voice = (id: string, fields: object = {}) => ({ id, type: 'inbound-rtp', kind: 'audio', ...fields })
const picture = (id: string, fields: object = {}) => ({ id, type: 'inbound-rtp', kind: 'video', ...fields })

test('[ROOM-168] figures are those since the last report, over all streams', () => {
	const meter = createLineMeter()
	meter.read(
		stats(
			voice('a', { packetsReceived: 100, packetsLost: 2, concealedSamples: 48_000, silentConcealedSamples: 24_000 }),
			voice('b', { packetsReceived: 50, packetsLost: 0, concealedSamples: 96_000 }),
			picture('c', {
				packetsReceived: 200,
				packetsLost: 8,
				freezeCount: 2,
				totalFreezesDuration: 1.5,
				frameHeight: 180,
			}),
			picture('d', { freezeCount: 1, totalFreezesDuration: 0.25, frameHeight: 360 }),
			{ id: 'e', type: 'outbound-rtp', kind: 'video', packetsSent: 300, frameHeight: 360 },
			{ id: 'f', type: 'remote-inbound-rtp', kind: 'video', packetsLost: 3 },
			{ id: 'g', type: 'candidate-pair' },
		),
	)
	expect(meter.take()).toEqual({
		freezes: 3,
		freezeMs: 1_500,
		concealedMs: 2_000,
		receivedPackets: 350,
		lostPackets: 10,
		sentPackets: 300,
		sentLostPackets: 3,
		receivedHeight: 360,
		sentHeight: 360,
	})
	// A late packet takes a loss back.
	meter.read(
		stats(
			voice('a', { packetsReceived: 160, packetsLost: 1, concealedSamples: 48_480, silentConcealedSamples: 24_000 }),
		),
	)
	expect(meter.take()).toMatchObject({
		receivedPackets: 60,
		lostPackets: 0,
		concealedMs: 10,
		freezes: 0,
		receivedHeight: 0,
	})
	expect(meter.take()).toMatchObject({ receivedPackets: 0, concealedMs: 0 })
})

test('[ROOM-168] a new connection counts from zero, and nothing of the one before is lost', () => {
	const meter = createLineMeter()
	meter.read(stats(voice('a', { packetsReceived: 100 })))
	meter.startConnection()
	meter.read(stats(voice('a', { packetsReceived: 30 })))
	meter.read(stats(voice('a', { packetsReceived: 40 })))
	expect(meter.take().receivedPackets).toBe(140)
})

test('[ROOM-168] a picture is there once a frame of another participant is decoded', () => {
	expect(hasPicture({ type: 'inbound-rtp', kind: 'video', framesDecoded: 1 })).toBe(true)
	expect(hasPicture({ type: 'inbound-rtp', kind: 'video', framesDecoded: 0 })).toBe(false)
	expect(hasPicture({ type: 'inbound-rtp', kind: 'audio' })).toBe(false)
	expect(hasPicture({ type: 'outbound-rtp', kind: 'video', framesDecoded: 5 })).toBe(false)
})
