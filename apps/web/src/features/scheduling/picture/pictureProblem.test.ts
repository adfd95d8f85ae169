import { limits } from '@parley/core'
import { expect, test } from 'vitest'
import { pictureProblem } from './pictureProblem.ts'

const jpeg = [0xff, 0xd8, 0xff, 0xe0]
const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const file = (start: number[] | string, type = 'image/png', size = 100) => {
	const bytes = new Uint8Array(size)
	bytes.set(typeof start === 'string' ? new TextEncoder().encode(start) : start)
	return new File([bytes], 'picture.png', { type })
}

test('[LSET-11] JPEG and PNG are taken, judged by their content', async () => {
	expect(await pictureProblem(file(jpeg))).toBeUndefined()
	expect(await pictureProblem(file(png, ''))).toBeUndefined()
	for (const other of ['GIF89a', '<svg xmlns="http://www.w3.org/2000/svg">', 'RIFF', '']) {
		expect(await pictureProblem(file(other))).toBe('type')
	}
})

test('[LSET-12] [OP-098] 5,242,880 bytes are taken, and one more is not', async () => {
	expect(await pictureProblem(file(jpeg, 'image/jpeg', limits.pictureMaxBytes))).toBeUndefined()
	expect(await pictureProblem(file(jpeg, 'image/jpeg', limits.pictureMaxBytes + 1))).toBe('size')
})

test('[LSET-11] [LSET-12] of a file that is neither a picture nor small enough both are said', async () => {
	expect(await pictureProblem(file('GIF89a', 'image/gif', limits.pictureMaxBytes + 1))).toBe('typeAndSize')
})
