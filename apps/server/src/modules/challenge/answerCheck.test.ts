import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { isHumanTrail, isInPlace, isProofOfWorkValid, parseTrail } from './answerCheck.ts'
import { createDragTrail, findProofOfWork } from './fixtures.ts'

const judged = (trail: string, left = 140, sinceIssuedMs = 60_000) => {
	const points = parseTrail(trail)
	return points !== undefined && isHumanTrail(points, left, sinceIssuedMs)
}
const along = (count: number, stepMs: number, x: (part: number) => number, y: (i: number) => number = i => i % 3) =>
	Array.from({ length: count }, (_, i) => `${i * stepMs},${Math.round(x(i / (count - 1)))},${y(i)}`).join(';')

describe('a trail', () => {
	test.each([72, 100, 140, 232])('[LOGIN-35] of a hand is taken (to %i)', left => {
		for (const ms of [240, 500, 1_200, 6_000]) expect(judged(createDragTrail(left, ms), left)).toBe(true)
	})

	test('[LOGIN-35] with half pixels, waiting at the end, is one of a hand', () => {
		const waiting = Array.from({ length: 20 }, (_, i) => `${736 + i * 16},140.5,2`)
		expect(judged(`${createDragTrail(140)};${waiting.join(';')}`)).toBe(true)
	})

	test.each([
		['nothing', ''],
		['no trail', 'left to right'],
		['a point with two numbers', '0,0;10,10'],
		['a number past all bounds', '0,0,0;16,1e9,0'],
		['time that runs back', '0,0,0;50,5,0;20,9,0'],
		['half a point at the end', '0,0,0;16,3,'],
	])('[LOGIN-35] that is %s is none', (_, trail) => {
		expect(parseTrail(trail)).toBeUndefined()
	})

	test('[LOGIN-35] must be long enough, in time and in points', () => {
		expect(judged('0,0,0;300,60,1;900,140,2')).toBe(false)
		expect(judged(createDragTrail(140, 120))).toBe(false)
		expect(judged(createDragTrail(140, 31_000))).toBe(false)
	})

	test('[LOGIN-35] cannot have taken longer than the puzzle has been there', () => {
		expect(judged(createDragTrail(140, 720), 140, 719)).toBe(false)
		expect(judged(createDragTrail(140, 720), 140, 720)).toBe(true)
	})

	test('[LOGIN-35] begins where the piece was and ends where it says', () => {
		expect(judged(createDragTrail(140), 155)).toBe(false)
		expect(judged(createDragTrail(140), 145)).toBe(true)
		expect(judged(along(40, 17, part => 60 + 80 * part ** 2))).toBe(false)
	})

	test('[LOGIN-35] in a straight line at one speed is a machine', () => {
		expect(judged(along(40, 17, part => 140 * part))).toBe(false)
		expect(
			judged(
				along(
					12,
					40,
					part => 140 * part,
					() => 0,
				),
			),
		).toBe(false)
		const uneven = Array.from({ length: 30 }, (_, i) => i * 20 + (i % 4) * 3)
		expect(judged(uneven.map(ms => `${ms},${Math.round((140 * ms) / 589)},1`).join(';'))).toBe(false)
	})

	test('[LOGIN-35] in a line that is hardly bent is a machine too', () => {
		const bent = Array.from({ length: 40 }, (_, i) => 140 * (i < 20 ? i / 43 : 20 / 43 + ((i - 20) * 23) / (43 * 19)))
		expect(judged(bent.map((x, i) => `${i * 17},${x.toFixed(3)},${i % 3}`).join(';'))).toBe(false)
	})

	test('[LOGIN-35] that keeps to the tick and to the pixel is a machine, however it speeds up', () => {
		const curve = (part: number) => 140 * (1 - (1 - part) ** 3)
		expect(judged(along(40, 17, curve, () => 0))).toBe(false)
		expect(judged(along(40, 17, curve))).toBe(true)
	})

	test('[LOGIN-35] that stays where it is goes nowhere', () => {
		expect(judged(along(40, 17, () => 0))).toBe(false)
		expect(judged(along(40, 17, () => 140))).toBe(false)
		expect(judged(Array.from({ length: 20 }, () => '200,140,0').join(';'))).toBe(false)
	})
})

test('[LOGIN-35] a piece is in place within five pixels', () => {
	expect([114, 115, 120, 125, 126].map(left => isInPlace(left, 120))).toEqual([false, true, true, true, false])
})

test('[LOGIN-35] work is leading zero bits of the SHA-256 of salt and proof', () => {
	const proof = findProofOfWork('salt', 9)
	const hash = createHash('sha256').update(`salt${proof}`).digest()
	const zeros = Math.clz32(hash.readUInt32BE(0))
	expect(zeros).toBeGreaterThanOrEqual(9)
	expect(isProofOfWorkValid('salt', proof, zeros)).toBe(true)
	expect(isProofOfWorkValid('salt', proof, zeros + 1)).toBe(false)
	expect(isProofOfWorkValid('other salt', proof, zeros)).toBe(false)
})
