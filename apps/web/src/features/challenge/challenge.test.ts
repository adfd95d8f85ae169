import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { CallApi } from '../../api/index.ts'
import { createProver, progressAfter, zeroBits } from './proof.ts'
import { issue, solve, type Task } from './round.ts'
import { newSessionId } from './sessionId.ts'
import { beginTrail, endTrail, follow } from './trail.ts'

const puzzle = {
	id: 'p1',
	picture: 'data:,',
	piece: 'data:,',
	width: 300,
	height: 150,
	pieceWidth: 60,
	salt: 'salt',
	keyBits: 4,
	blindBits: 8,
}
const task: Extract<Task, { kind: 'puzzle' }> = { kind: 'puzzle', sessionId: 'mine', puzzle }

function aServer(answer: unknown) {
	const asked: unknown[] = []
	const ask = (async (_: unknown, input: unknown) => {
		asked.push(input)
		return answer
	}) as unknown as CallApi
	return { ask, asked }
}
const refused = (refusal: string) => ({ ok: false, failure: { refusal } })

describe('a new challenge', () => {
	test('[LOGIN-37] [OP-024] is asked for with a session id of the page, which is random', async () => {
		const { ask, asked } = aServer({ ok: true, value: { appKey: 'own', scene: 'login', puzzle } })
		expect(await issue('mine', ask)).toEqual({ ok: true, task })
		expect(asked).toEqual([{ sessionId: 'mine' }])
		expect(newSessionId()).toMatch(/^[0-9a-f]{32}$/)
		expect(newSessionId()).not.toBe(newSessionId())
	})
	test('[OP-025] without a puzzle it is a vendor’s', async () => {
		const { ask } = aServer({ ok: true, value: { appKey: 'k', scene: 's' } })
		expect(await issue('mine', ask)).toEqual({
			ok: true,
			task: { kind: 'vendor', sessionId: 'mine', appKey: 'k', scene: 's' },
		})
	})
	test.each([
		['offline', 'network'],
		['tooMany', 'tooMany'],
		['broken', 'failed'],
	])('[LOGIN-37] %s is %s', async (refusal, trouble) => {
		expect(await issue('mine', aServer(refused(refusal)).ask)).toEqual({ ok: false, trouble })
	})
})

describe('an answer', () => {
	test('[OP-025] is where the piece was put and how, or a proof instead; the pass comes back', async () => {
		const { ask, asked } = aServer({ ok: true, value: { captcha: 'pass' } })
		expect(await solve(task, { by: 'drag', left: 80, trail: '0,0,0;9,80,1' }, ask)).toEqual({
			at: 'solved',
			captcha: 'pass',
		})
		await solve(task, { by: 'keys', left: 80, proof: '17' }, ask)
		await solve(task, { by: 'proof', proof: '99' }, ask)
		const always = { id: 'p1', sessionId: 'mine' }
		expect(asked).toEqual([
			{ ...always, left: 80, trail: '0,0,0;9,80,1' },
			{ ...always, left: 80, proof: '17' },
			{ ...always, proof: '99' },
		])
	})
	test.each([
		['challengeFailed', { at: 'missed' }],
		['challengeNeeded', { at: 'missed' }],
		['challengeExpired', { at: 'expired' }],
		['timeout', { at: 'trouble', trouble: 'network' }],
	])('[LOGIN-36] %s', async (refusal, judged) => {
		expect(await solve(task, { by: 'proof', proof: '1' }, aServer(refused(refusal)).ask)).toEqual(judged)
	})
})

describe('the trail', () => {
	test('[OP-025] says when the piece was where, from the moment it was taken to where it was let go', () => {
		let trail = beginTrail(5_000)
		trail = follow(trail, 5_020, 3.6, 0.4)
		trail = follow(trail, 5_025, 5, 1)
		trail = follow(trail, 5_040, 9, -2)
		expect(endTrail(trail, 5_100, 80.2, 1)).toBe('0,0,0;20,4,0;40,9,-2;100,80,1')
	})
	test('[OP-025] stays under what is accepted however long it takes, and never runs backwards', () => {
		let trail = beginTrail(0)
		for (let ms = 0; ms < 60_000; ms += 8) trail = follow(trail, ms, 299, -149)
		const text = endTrail(trail, 60_000, 299, -149)
		expect(text.length).toBeLessThan(8_000)
		expect(endTrail(follow(beginTrail(0), 20, 1, 0), 20, 2, 0)).toBe('0,0,0;20,1,0;21,2,0')
	})
})

describe('the proof of work', () => {
	const digestOf = (text: string) => createHash('sha256').update(text).digest()

	test('[OP-025] its digest after the salt begins with so many zero bits', () => {
		const tryOn = createProver('a salt', 11)
		let proof: string | undefined
		while (proof === undefined) proof = tryOn(100)
		expect(zeroBits(digestOf(`a salt${proof}`))).toBeGreaterThanOrEqual(11)
	})
	test('[OP-025] no number is left out and none tried twice', () => {
		const tryOn = createProver('s', 0)
		const tried = Array.from({ length: 120 }, () => Number(tryOn(1)))
		expect(tried).toEqual(Array.from({ length: 120 }, (_, n) => n + 1))
	})
	test('[OP-025] zero bits are counted over the bytes', () => {
		expect(zeroBits(new Uint8Array([0x80]))).toBe(0)
		expect(zeroBits(new Uint8Array([0, 0x1f]))).toBe(11)
		expect(zeroBits(new Uint8Array([0, 0]))).toBe(16)
	})
	test('[OP-025] progress rises and is never done too early', () => {
		const steps = [0, 100, 1_000, 5_000].map(tried => progressAfter(tried, 10))
		expect(steps[0]).toBe(0)
		expect([...steps].sort((one, other) => one - other)).toEqual(steps)
		expect(steps[3]).toBeLessThan(1)
	})
})
