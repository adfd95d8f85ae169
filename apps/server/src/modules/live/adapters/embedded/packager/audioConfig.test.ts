import { expect, test } from 'vitest'
import { CorruptMediaError } from '../flv/mediaErrors.ts'
import { readOpusConfig } from './audioConfig.ts'

const head = (channels: number, ...rest: number[]) =>
	Buffer.from([...Buffer.from('OpusHead'), 1, channels, 0x38, 0x01, 0x80, 0xbb, 0, 0, 0x00, 0xff, ...rest])

test('the Opus header is converted to its MP4 form, in the other byte order', () => {
	const stereo = readOpusConfig(head(2, 0))
	expect(stereo).toMatchObject({ codec: 'opus', channels: 2, sampleRate: 48_000 })
	expect(stereo.config.toString('hex')).toBe('00020138' + '0000bb80' + 'ff00' + '00')
	const mapped = readOpusConfig(head(3, 1, 2, 1, 0, 2, 1))
	expect(mapped.config.subarray(10).toString('hex')).toBe('010201000201')
})

test('an invalid Opus header, or one with unmapped channels, is refused', () => {
	for (const bytes of [Buffer.alloc(19), head(0, 0), head(3, 0), head(3, 1, 2), head(2)]) {
		expect(() => readOpusConfig(bytes)).toThrow(CorruptMediaError)
	}
})

test.each([
	['SILK 10 ms', [0x00], 480],
	['SILK 20 ms', [0x08], 960],
	['SILK 60 ms', [0x18], 2_880],
	['hybrid 20 ms', [0x68], 960],
	['CELT 2.5 ms', [0x80], 120],
	['CELT 20 ms', [0xf8], 960],
	['two frames of 20 ms', [0xf9], 1_920],
	['three frames of 20 ms, with a count', [0xfb, 3], 2_880],
	['more than 120 ms', [0xfb, 7], 0],
	['nothing', [], 0],
])('a packet of %s', (_, bytes, samples) => {
	expect(readOpusConfig(head(1, 0)).samplesOf(Buffer.from(bytes))).toBe(samples)
})
