import { chatFileLimits, MeetingId, ok, SiteId } from '@parley/core'
import { GroupId, ImUserId } from '@parley/im'
import { type ParticipantId, toChatUserId } from '@parley/room'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createMemoryBlobs } from '../../../platform/testing/memoryBlobs.ts'
import type { ChatFileStore, StoredFile } from './store.ts'
import { createUploads } from './uploads.ts'

const siteId = v.parse(SiteId, 'A')
const meetingId = v.parse(MeetingId, '100000001')
const mib = 1024 ** 2
const { partBytes } = chatFileLimits

/** Uploads of participants in one meeting, whose token is their name; `m_2` is the chat of those named `other-…`. */
function setUp({ free = 10_000 * mib } = {}) {
	const clock = { now: () => world.now }
	const blobs = createMemoryBlobs(clock)
	const rows = new Map<string, StoredFile>()
	const world = { now: 1_000, free, mayFreeBytes: Promise.resolve(), maySendFiles: true }
	/** Pictures that are being encoded; the test ends each. */
	const encoding: (() => void)[] = []
	let count = 0
	const personOf = (token: string) => ({
		uid: v.parse(ImUserId, toChatUserId(token as ParticipantId)),
		gid: v.parse(GroupId, token.startsWith('other') ? 'm_2' : 'm_1'),
		member: { identity: { meetingId, personKey: token }, maySendFiles: world.maySendFiles },
	})
	const uploads = createUploads({
		store: {
			insert: async file => void rows.set(file.id, { ...file, picture: null, finishedAt: null, sentAt: null }),
			find: async id => rows.get(id),
			async finish(id, finished) {
				const row = rows.get(id)
				if (row) rows.set(id, { ...row, ...finished })
			},
			async countBytes(gid) {
				const sizes = [...rows.values()].filter(row => row.gid === gid).map(({ bytes }) => bytes)
				await world.mayFreeBytes
				return sizes.reduce((sum, bytes) => sum + bytes, 0)
			},
			remove: async id => void rows.delete(id),
		} as Partial<ChatFileStore> as ChatFileStore,
		blobs,
		tokens: { verifyParticipant: async token => token as ParticipantId },
		people: { find: personOf, findUser: () => undefined } as never,
		findSettings: async () => ({ chatFiles: true, chatFileMb: 50 }),
		async encodePicture() {
			await new Promise<void>(end => void encoding.push(end))
			return ok({ picture: new Uint8Array(3), thumbnail: new Uint8Array(2), width: 2, height: 1 })
		},
		perPerson: { consume: async () => ({ ok: true }) },
		freeBytes: async () => world.free,
		clock,
		ids: { row: () => `file_${String(++count).padStart(16, '0')}` } as never,
	})
	const start = (token: string, bytes: number, name = 'a.png') =>
		uploads.start({ token, to: 'everyone', name, bytes }, siteId)
	async function startFile(token: string, bytes: number, name?: string) {
		const started = await start(token, bytes, name)
		if (!started.ok) throw new Error(started.failure)
		return started.value.id
	}
	async function sendParts(token: string, id: Awaited<ReturnType<typeof startFile>>, bytes: number) {
		for (let index = 0; index * partBytes < bytes; index++) {
			const part = new Uint8Array(Math.min(partBytes, bytes - index * partBytes))
			expect(await uploads.takePart({ token, id, index, part }, siteId)).toMatchObject({ ok: true })
		}
	}
	return { uploads, blobs, rows, world, encoding, start, startFile, sendParts }
}
const turns = () => new Promise(resolve => setTimeout(resolve, 5))

test('[ROOM-221] of two announcements at once, only one gets the last space of a chat', async () => {
	const { start, rows } = setUp()
	const mostMib = chatFileLimits.maxBytesPerMeeting / mib
	rows.set('others', { gid: 'm_1', bytes: (mostMib - 30) * mib } as StoredFile)
	const answers = await Promise.all([start('ann', 20 * mib), start('bob', 20 * mib)])
	expect(answers).toMatchObject([{ ok: true }, { ok: false, failure: 'full' }])
})

test('[ROOM-221] the disk keeps 512 MiB free, also of files that are announced and not sent yet', async () => {
	const { start, sendParts, startFile, world } = setUp({ free: 552 * mib })
	const id = await startFile('ann', 30 * mib)
	expect(await start('bob', 20 * mib)).toMatchObject({ failure: 'full' })
	expect(await start('bob', 10 * mib)).toMatchObject({ ok: true })
	// The parts that have arrived are on the disk.
	await sendParts('ann', id, 30 * mib)
	world.free -= 30 * mib
	expect(await start('cas', partBytes)).toMatchObject({ failure: 'full' })
	world.free += partBytes
	expect(await start('cas', partBytes)).toMatchObject({ ok: true })
})

test('[ROOM-221] four files of a meeting wait for their check, and sixteen in all; others are asked to repeat the call', async () => {
	const { uploads, encoding, startFile, sendParts } = setUp()
	async function finish(token: string) {
		const id = await startFile(token, 10)
		await sendParts(token, id, 10)
		return { id, answer: uploads.finish({ token, id }, siteId) }
	}
	const first = []
	for (const token of ['ann', 'bob', 'cas', 'dan']) first.push(await finish(token))
	const fifth = await finish('eve')
	expect(await fifth.answer).toEqual({ ok: false, failure: 'busy', retryAfterMs: 5_000 })
	const elsewhere = await finish('other-ann')
	for (let done = 0; done < 5; done++) {
		await turns()
		expect(encoding).toHaveLength(done + 1)
		encoding[done]?.()
	}
	for (const { answer } of [...first, elsewhere]) expect(await answer).toMatchObject({ ok: true })
	const again = uploads.finish({ token: 'eve', id: fifth.id }, siteId)
	await turns()
	encoding[5]?.()
	expect(await again).toMatchObject({ ok: true })
})

test('[ROOM-224] a picture whose last step failed can be finished again; a lost part begins the upload again', async () => {
	const { uploads, blobs, encoding, startFile, sendParts } = setUp()
	const id = await startFile('ann', 10)
	await sendParts('ann', id, 10)
	const { write } = blobs
	blobs.write = () => Promise.reject(new Error('the disk is full'))
	const failed = uploads.finish({ token: 'ann', id }, siteId)
	await turns()
	encoding[0]?.()
	await expect(failed).rejects.toThrow('full')
	blobs.write = write
	const again = uploads.finish({ token: 'ann', id }, siteId)
	await turns()
	encoding[1]?.()
	expect(await again).toMatchObject({ ok: true, value: { picture: { width: 2 } } })
	expect((await blobs.list()).map(({ name }) => name)).toEqual([`${id}/picture`, `${id}/thumbnail`])

	const lost = await startFile('ann', 10)
	await sendParts('ann', lost, 10)
	await blobs.delete(lost)
	expect(await uploads.finish({ token: 'ann', id: lost }, siteId)).toMatchObject({ failure: 'unknownFile' })
})

test('[ROOM-225] a slow upload is not removed while its parts arrive, and an hour after the last one', async () => {
	const { uploads, rows, world, startFile } = setUp()
	const id = await startFile('ann', 3 * partBytes)
	world.now += 59 * 60_000
	await uploads.takePart({ token: 'ann', id, index: 0, part: new Uint8Array(partBytes) }, siteId)
	world.now += 59 * 60_000
	const file = { id, author: v.parse(ImUserId, toChatUserId('ann' as ParticipantId)) }
	await uploads.removeUnsent(file, world.now - 3_600_000)
	expect(rows.has(id)).toBe(true)
	world.now += 2 * 60_000
	await uploads.removeUnsent(file, world.now - 3_600_000)
	expect(rows.has(id)).toBe(false)
	const part = new Uint8Array(partBytes)
	expect(await uploads.takePart({ token: 'ann', id, index: 1, part }, siteId)).toMatchObject({ failure: 'unknownFile' })
})

test('[ROOM-223] a call that waited for another of the same person is refused when files were turned off meanwhile', async () => {
	const { uploads, world, startFile, start } = setUp()
	const id = await startFile('ann', partBytes)
	let proceed = () => {}
	world.mayFreeBytes = new Promise(resolve => {
		proceed = resolve
	})
	const announced = start('ann', 10)
	await turns()
	const waiting = uploads.takePart({ token: 'ann', id, index: 0, part: new Uint8Array(partBytes) }, siteId)
	world.maySendFiles = false
	proceed()
	expect(await announced).toMatchObject({ ok: true })
	expect(await waiting).toMatchObject({ failure: 'offByHost' })
})
