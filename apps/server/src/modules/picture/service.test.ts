import { picturePathOf } from '@parley/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '../../platform/database.ts'
import { createManualClock, describeOnEveryDatabase } from '../../platform/testing/index.ts'
import { createMemoryBlobs } from '../../platform/testing/memoryBlobs.ts'
import { createPictureService } from './service.ts'
import { createSqlPictureAttachments } from './store.sql.ts'

const name = `${'0a'.repeat(32)}.jpg`
const path = picturePathOf(name)

describeOnEveryDatabase('pictures of two servers', open => {
	let database: OpenDatabase
	beforeEach(async () => {
		database = await open()
	})
	afterEach(() => database.close())

	/** Two servers on the same database and the same files. */
	async function openTwo() {
		const clock = createManualClock(100 * 86_400_000)
		const blobs = createMemoryBlobs(clock)
		await blobs.write(name, Buffer.from('a picture'))
		const meetings = new Set<string>()
		const open = () =>
			createPictureService({
				blobs,
				attachments: createSqlPictureAttachments(database.db),
				findInUse: async paths => new Set(paths.filter(each => meetings.has(each))),
				clock,
			})
		return { one: open(), other: open(), blobs, meetings, clock }
	}

	test('a picture that one server has just attached is not removed by the other', async () => {
		const { one, other, blobs, clock } = await openTwo()
		expect(await one.attach(path)).toBe(true)
		await other.release([path])
		expect(await blobs.find(name)).toBeDefined()
		clock.advance(60_001)
		await other.release([path])
		expect(await blobs.find(name)).toBeUndefined()
	})

	test('the daily removal of one server spares what the other has just attached, and what a meeting has', async () => {
		const { one, other, blobs, meetings, clock } = await openTwo()
		clock.advance(25 * 3_600_000)
		await one.attach(path)
		await other.removeUnused()
		expect(await blobs.find(name)).toBeDefined()
		meetings.add(path)
		clock.advance(2 * 3_600_000)
		await other.removeUnused()
		expect(await blobs.find(name)).toBeDefined()
		meetings.clear()
		clock.advance(2 * 3_600_000)
		await other.removeUnused()
		expect(await blobs.find(name)).toBeUndefined()
	})

	test('of a removal and an attachment at once, the picture is there or the form is refused', async () => {
		for (let round = 0; round < 20; round++) {
			const { one, other, blobs } = await openTwo()
			await createSqlPictureAttachments(database.db).forgetBefore(Number.MAX_SAFE_INTEGER)
			const [, isAttached] = await Promise.all([other.release([path]), one.attach(path)])
			expect(isAttached).toBe((await blobs.find(name)) !== undefined)
		}
	})
})
