import { expect, test } from 'vitest'
import { createApplyRetention } from './retention.ts'
import type { KeptSince } from './store/store.ts'

test('retention: chat rooms 30 days, guests a day more, lists 180, audit 365, answers ten minutes', async () => {
	const asked: KeptSince[] = []
	const store = {
		async applyRetention(keptSince: KeptSince) {
			asked.push(keptSince)
			return 0
		},
	}
	const old: object[] = []
	const addressHolds = { removeOld: async (before: object) => void old.push(before) }
	const now = Date.UTC(2026, 11, 31, 12)
	await createApplyRetention({ store, addressHolds, clock: { now: () => now } })()
	expect(asked).toEqual([
		{
			roomEvents: Date.UTC(2026, 11, 1, 12),
			listEntries: Date.UTC(2026, 6, 4, 12),
			requests: Date.UTC(2026, 11, 31, 11, 50),
			audit: Date.UTC(2025, 11, 31, 12),
			guests: Date.UTC(2026, 10, 30, 12),
		},
	])
	expect(old).toEqual([{ holds: now, guests: Date.UTC(2026, 10, 30, 12) }])
})
