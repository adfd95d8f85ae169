import type { PersonQuality } from '@parley/api'
import { expect, test } from 'vitest'
import { byVerdict, verdictOn } from './verdict.ts'

const aPerson = (fields: Partial<PersonQuality> = {}): PersonQuality => ({
	id: 'p_000000000001',
	name: '李雷',
	isGuest: false,
	joinedAt: 0,
	isReported: true,
	joinMs: 900,
	freezes: 0,
	freezeMs: 0,
	concealedMs: 0,
	lostPercent: 0,
	sentLostPercent: 0,
	reconnects: 0,
	receivedHeight: 360,
	sentHeight: 360,
	...fields,
})

const bad = {
	concealedMs: 12_400,
	worstSoundAt: 100_000,
	freezeMs: 9_000,
	lostPercent: 9,
	sentLostPercent: 9,
	joinMs: 20_000,
}

test.each([
	[
		{ ...bad, reconnects: 2 },
		{ kind: 'disconnected', times: 2 },
	],
	[bad, { kind: 'sound', seconds: 12, at: 85_000 }],
	[
		{ ...bad, concealedMs: 2_999, worstFreezeAt: 50_000 },
		{ kind: 'freeze', seconds: 9, at: 35_000 },
	],
	[
		{ ...bad, concealedMs: 0, freezeMs: 4_999 },
		{ kind: 'upload', percent: 9 },
	],
	[{ lostPercent: 5 }, { kind: 'download', percent: 5 }],
	[{ joinMs: 10_000 }, { kind: 'slow', seconds: 10 }],
	[{ lostPercent: 4.9, sentLostPercent: 4.9, joinMs: 9_999, concealedMs: 2_999, freezeMs: 4_999 }, { kind: 'good' }],
	[{ ...bad, isReported: false }, { kind: 'unknown' }],
])('[ROOM-169] %j is said as %j', (fields, verdict) => {
	expect(verdictOn(aPerson(fields))).toEqual(verdict)
})

test('[ROOM-169] the worst line comes first, and those of which nothing is known before the good ones', () => {
	const people = [
		aPerson({ name: 'good' }),
		aPerson({ name: 'unknown', isReported: false }),
		aPerson({ name: 'a little', concealedMs: 4_000 }),
		aPerson({ name: 'much', concealedMs: 40_000 }),
		aPerson({ name: 'cut off', reconnects: 1 }),
	]
	expect(byVerdict(people).map(({ person }) => person.name)).toEqual(['cut off', 'much', 'a little', 'unknown', 'good'])
})
