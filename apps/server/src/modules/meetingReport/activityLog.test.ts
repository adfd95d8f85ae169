import type { MeetingId, SiteId } from '@parley/core'
import { expect, test } from 'vitest'
import type { RoomActivity } from '../room/index.ts'
import { createActivityLog } from './activityLog.ts'
import type { StoredActivity } from './store.ts'

const siteId = 'A' as SiteId
const deletedId = '999999999' as MeetingId

const anEntry = (at: number): RoomActivity => ({
	meetingId: '123456789' as MeetingId,
	at,
	action: 'joined',
	actor: null,
	target: null,
	detail: null,
})

/** A log on a database that can refuse. */
function setUp() {
	const stored: StoredActivity[] = []
	const database = { isWorking: true }
	const warnings: string[] = []
	const log = createActivityLog({
		store: {
			async insertActivity(entries) {
				await undefined
				if (!database.isWorking) throw new Error('the disk is full')
				stored.push(...entries)
			},
		},
		findSite: async meetingId => (meetingId === deletedId ? undefined : siteId),
		hasAccount: async userId => userId !== 'u-deleted',
		log: { warn: (_: unknown, text: string) => void warnings.push(text) } as never,
	})
	return { log, stored, database, warnings }
}

test('[ROOM-165] entries are stored in their order, each with its own number', async () => {
	const { log, stored } = setUp()
	for (let at = 0; at < 250; at++) log.add(anEntry(5))
	await log.flush()
	expect(stored.map(({ number }) => number)).toEqual(Array.from({ length: 250 }, (_, index) => index + 1))
})

test('[ROOM-165] what a database refuses is stored once it works again, and nothing is thrown', async () => {
	const { log, stored, database, warnings } = setUp()
	database.isWorking = false
	log.add(anEntry(1))
	await log.flush()
	log.add(anEntry(2))
	await log.flush()
	expect(stored).toEqual([])
	expect(warnings.length).toBeGreaterThan(0)
	database.isWorking = true
	await log.flush()
	expect(stored.map(({ at }) => at)).toEqual([1, 2])
})

test('[ROOM-165] while a database refuses them, at most ten thousand entries wait', async () => {
	const { log, stored, database } = setUp()
	database.isWorking = false
	for (let at = 0; at < 10_000; at++) log.add(anEntry(at))
	await log.flush()
	log.add(anEntry(10_000))
	database.isWorking = true
	await log.flush()
	expect(stored).toHaveLength(10_000)
	expect(stored.at(0)?.at).toBe(1)
	expect(stored.at(-1)?.at).toBe(10_000)
})

test('[ROOM-166] what happened in a meeting that is deleted meanwhile is not stored', async () => {
	const { log, stored } = setUp()
	log.add({ ...anEntry(1), meetingId: deletedId })
	log.add(anEntry(2))
	await log.flush()
	expect(stored).toMatchObject([{ at: 2, siteId }])
})

test('[ROOM-174] what a person still does whose account was deleted has no name', async () => {
	const { log, stored } = setUp()
	const [ada, ben] = [
		{ name: 'Ada', userId: 'u-deleted' },
		{ name: 'Ben', userId: 'u-ben' },
	]
	log.add({ ...anEntry(1), action: 'renamed', actor: ada, detail: 'Ada King' })
	log.add({ ...anEntry(2), action: 'removed', actor: ben, target: ada })
	log.add({ ...anEntry(3), action: 'left', actor: ada, detail: 'removed' })
	await log.flush()
	expect(JSON.stringify(stored)).not.toContain('Ada')
	expect(stored).toMatchObject([{ actor: { name: '' }, detail: null }, { actor: ben }, { detail: 'removed' }])
})
