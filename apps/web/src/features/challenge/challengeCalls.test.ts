import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { CallApi } from '../../api/index.ts'
import { createSessionId, type IssuedPuzzle, issueChallenge, solveChallenge } from './challengeCalls.ts'
import { addDragPoint, formatDragPath, startDragPath } from './dragPath.ts'
import { countLeadingZeroBits, createProofOfWork, estimateProgress } from './proofOfWork.ts'

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
const issued: IssuedPuzzle = { kind: 'puzzle', sessionId: 'mine', puzzle }

function stubCall(answer: unknown) {
	const inputs: unknown[] = []
	const callApi = (async (_: unknown, input: unknown) => {
		inputs.push(input)
		return answer
	}) as unknown as CallApi
	return { callApi, inputs }
}
const refused = (refusal: string) => ({ ok: false, failure: { refusal } })

describe('a new challenge', () => {
	test('[LOGIN-37] [OP-024] is issued for a random session id of the page', async () => {
		const { callApi, inputs } = stubCall({ ok: true, value: { appKey: 'own', scene: 'login', puzzle } })
		expect(await issueChallenge('mine', callApi)).toEqual({ ok: true, issued })
		expect(inputs).toEqual([{ sessionId: 'mine' }])
		expect(createSessionId()).toMatch(/^[0-9a-f]{32}$/)
		expect(createSessionId()).not.toBe(createSessionId())
	})
	test('[OP-025] without a puzzle it is a vendor challenge', async () => {
		const { callApi } = stubCall({ ok: true, value: { appKey: 'k', scene: 's' } })
		expect(await issueChallenge('mine', callApi)).toEqual({
			ok: true,
			issued: { kind: 'vendor', sessionId: 'mine', appKey: 'k', scene: 's' },
		})
	})
	test.each([
		['offline', 'network'],
		['tooMany', 'tooMany'],
		['broken', 'failed'],
	])('[LOGIN-37] %s is reported as %s', async (refusal, error) => {
		expect(await issueChallenge('mine', stubCall(refused(refusal)).callApi)).toEqual({ ok: false, error })
	})
})

describe('solveChallenge', () => {
	test('[OP-025] sends position and drag path, or a proof of work; returns the challenge pass', async () => {
		const { callApi, inputs } = stubCall({ ok: true, value: { captcha: 'pass' } })
		expect(await solveChallenge(issued, { left: 80, trail: '0,0,0;9,80,1' }, callApi)).toEqual({
			status: 'solved',
			captcha: 'pass',
		})
		await solveChallenge(issued, { left: 80, proof: '17' }, callApi)
		await solveChallenge(issued, { proof: '99' }, callApi)
		const common = { id: 'p1', sessionId: 'mine' }
		expect(inputs).toEqual([
			{ ...common, left: 80, trail: '0,0,0;9,80,1' },
			{ ...common, left: 80, proof: '17' },
			{ ...common, proof: '99' },
		])
	})
	test.each([
		['challengeFailed', { status: 'missed' }],
		['challengeNeeded', { status: 'missed' }],
		['challengeExpired', { status: 'expired' }],
		['timeout', { status: 'failed', error: 'network' }],
	])('[LOGIN-36] %s', async (refusal, result) => {
		expect(await solveChallenge(issued, { proof: '1' }, stubCall(refused(refusal)).callApi)).toEqual(result)
	})
})

describe('the drag path', () => {
	test('[OP-025] has the positions of the piece over time, from the start to the drop', () => {
		let path = startDragPath(5_000)
		path = addDragPoint(path, 5_020, 3.6, 0.4)
		path = addDragPoint(path, 5_025, 5, 1)
		path = addDragPoint(path, 5_040, 9, -2)
		expect(formatDragPath(path, 5_100, 80.2, 1)).toBe('0,0,0;20,4,0;40,9,-2;100,80,1')
	})
	test('[OP-025] stays within the accepted length however long the drag takes, and its time never decreases', () => {
		let path = startDragPath(0)
		for (let ms = 0; ms < 60_000; ms += 8) path = addDragPoint(path, ms, 299, -149)
		const text = formatDragPath(path, 60_000, 299, -149)
		expect(text.length).toBeLessThan(8_000)
		expect(formatDragPath(addDragPoint(startDragPath(0), 20, 1, 0), 20, 2, 0)).toBe('0,0,0;20,1,0;21,2,0')
	})
})

describe('the proof of work', () => {
	const digestOf = (text: string) => createHash('sha256').update(text).digest()

	test('[OP-025] the digest of salt and number begins with the required zero bits', () => {
		const tryNext = createProofOfWork('a salt', 11)
		let proof: string | undefined
		while (proof === undefined) proof = tryNext(100)
		expect(countLeadingZeroBits(digestOf(`a salt${proof}`))).toBeGreaterThanOrEqual(11)
	})
	test('[OP-025] every number is tried exactly once', () => {
		const tryNext = createProofOfWork('s', 0)
		const tried = Array.from({ length: 120 }, () => Number(tryNext(1)))
		expect(tried).toEqual(Array.from({ length: 120 }, (_, n) => n + 1))
	})
	test('[OP-025] leading zero bits are counted across bytes', () => {
		expect(countLeadingZeroBits(new Uint8Array([0x80]))).toBe(0)
		expect(countLeadingZeroBits(new Uint8Array([0, 0x1f]))).toBe(11)
		expect(countLeadingZeroBits(new Uint8Array([0, 0]))).toBe(16)
	})
	test('[OP-025] progress rises and stays below 1', () => {
		const steps = [0, 100, 1_000, 5_000].map(tried => estimateProgress(tried, 10))
		expect(steps[0]).toBe(0)
		expect([...steps].sort((one, other) => one - other)).toEqual(steps)
		expect(steps[3]).toBeLessThan(1)
	})
})
