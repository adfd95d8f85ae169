import { expect, test } from 'vitest'
import { PacketHistory, toMediaPacket } from './mediaPacket.ts'
import { createPacket, readRtpHeader } from './rtp.ts'

const aPacket = (sequence: number, kind: 'audio' | 'video' = 'video') => {
	const fields = { isMarked: false, payloadType: 96, sequence, timestamp: 0, ssrc: 5 }
	const bytes = createPacket(fields, Uint8Array.from([0x10, 0]))
	return toMediaPacket(bytes, readRtpHeader(bytes) ?? expect.fail('not read'), kind) ?? expect.fail('refused')
}

test('[ROOM-59] the latest 512 packets of a stream are kept, over the wrap', () => {
	const history = new PacketHistory()
	for (let count = 0; count < 600; count++) history.add(aPacket((65_000 + count) & 0xffff))
	const kept = (sequence: number) => history.get(sequence)?.header.sequence
	expect([kept(63), kept(0), kept(65_535), kept(65_088)]).toEqual([63, 0, 65_535, 65_088])
	expect([kept(65_087), kept(65_000), kept(64)]).toEqual([undefined, undefined, undefined])
})

test('[ROOM-84] only video has a VP8 descriptor', () => {
	expect(aPacket(1).vp8?.isKeyFrameStart).toBe(true)
	expect(aPacket(1, 'audio').vp8).toBeUndefined()
})
