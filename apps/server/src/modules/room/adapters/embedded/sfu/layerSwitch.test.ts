import { expect, test } from 'vitest'
import { LayerSwitch, noLayer } from './layerSwitch.ts'
import { toMediaPacket } from './mediaPacket.ts'
import { createPacket, forwardedPayload, readRtpHeader } from './rtp.ts'

/** A packet of a frame with a picture id of 7 bits. */
function aPacket(sequence: number, pictureId: number, isKeyFrame = false) {
	const fields = { isMarked: true, payloadType: 96, ssrc: 5, sequence, timestamp: sequence * 3_000 }
	const bytes = createPacket(fields, Uint8Array.from([0x90, 0x80, pictureId, isKeyFrame ? 0 : 1]))
	const header = readRtpHeader(bytes) ?? expect.fail('not read')
	return toMediaPacket(bytes, header, 'video') ?? expect.fail('not read')
}

function aSwitch() {
	const layers = new LayerSwitch(90_000, { sequence: 65_534, timestamp: 0 })
	/** Sequence number and picture id with which a packet is forwarded; undefined if it is not. */
	const forward = (layer: number, ...packet: Parameters<typeof aPacket>) => {
		const media = aPacket(...packet)
		if (!layers.rewrite(media, { layer, ssrc: 77 }, 0)) return undefined
		expect(readRtpHeader(media.bytes)?.ssrc).toBe(77)
		return [media.bytes.readUInt16BE(2), forwardedPayload(media.bytes)[2]]
	}
	return { layers, forward }
}

test('[ROOM-84] a layer begins with a key frame, and numbers go on over the wrap', () => {
	const { layers, forward } = aSwitch()
	expect([forward(0, 10, 40), layers.current]).toEqual([undefined, noLayer])
	expect(forward(1, 10, 40, true)).toBeUndefined()
	expect([forward(0, 11, 41, true), forward(0, 12, 42)]).toEqual([
		[65_535, 1],
		[0, 2],
	])
})

test('[ROOM-84] [ROOM-159] while nothing is forwarded, a lower layer is shown until the wanted one comes', () => {
	const { layers, forward } = aSwitch()
	layers.want(1)
	expect([forward(0, 11, 41), forward(0, 12, 42, true), layers.current]).toEqual([undefined, [65_535, 1], 0])
	expect([forward(1, 500, 90, true), forward(0, 13, 43, true), layers.current]).toEqual([[0, 2], undefined, 1])
})

test('[ROOM-84] going up, the lower layer continues until the key frame of the higher one', () => {
	const { layers, forward } = aSwitch()
	forward(0, 11, 41, true)
	layers.want(1)
	expect([forward(1, 500, 90), forward(0, 12, 42)]).toEqual([undefined, [0, 2]])
	expect([forward(1, 501, 91, true), forward(0, 13, 43), forward(1, 502, 92)]).toEqual([[1, 3], undefined, [2, 4]])
})

test('[ROOM-84] going down, the higher layer ends at once', () => {
	const { layers, forward } = aSwitch()
	layers.want(1)
	forward(1, 500, 90, true)
	layers.want(0)
	expect([forward(1, 501, 91), forward(0, 12, 42), layers.current]).toEqual([undefined, undefined, noLayer])
	expect(forward(0, 13, 43, true)).toEqual([0, 2])
})

test('[ROOM-83] while nothing is wanted, not even key frames are forwarded', () => {
	const { layers, forward } = aSwitch()
	forward(0, 11, 41, true)
	layers.want(noLayer)
	expect([forward(0, 12, 42, true), forward(1, 500, 90, true)]).toEqual([undefined, undefined])
})

test('[ROOM-84] another publication begins with its own key frame, in the same stream', () => {
	const { layers, forward } = aSwitch()
	forward(0, 11, 41, true)
	layers.switchPublication(0)
	expect([forward(0, 12, 42), forward(0, 7_000, 9, true)]).toEqual([undefined, [0, 2]])
})

test('[ROOM-59] the number of a forwarded packet leads to the publisher’s packet, within the current layer', () => {
	const { layers, forward } = aSwitch()
	forward(0, 11, 41, true)
	forward(0, 12, 42)
	expect([layers.sourceSequenceOf(65_535), layers.sourceSequenceOf(0)]).toEqual([11, 12])
	layers.want(1)
	forward(1, 500, 90, true)
	expect([layers.sourceSequenceOf(1), layers.sourceSequenceOf(0)]).toEqual([500, undefined])
	const again = aPacket(500, 90, true)
	layers.rewriteAgain(again)
	expect(forwardedPayload(again.bytes)[2]).toBe(3)
	layers.want(0)
	expect(layers.sourceSequenceOf(1)).toBeUndefined()
})
