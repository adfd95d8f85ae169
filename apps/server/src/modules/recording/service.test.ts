import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RecordingId } from '@parley/api'
import { type CompanyId, type MeetingId, ok, refused, type SiteId, type UserId } from '@parley/core'
import type { RecordingEnd } from '@parley/room'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LargeBlobs } from '../../platform/blobStore.ts'
import { type OpenDatabase, openDatabase } from '../../platform/database.ts'
import { createFileBlobs } from '../../platform/fileBlobs.ts'
import type { RunningRecording } from '../room/index.ts'
import type { RecorderRequest } from './recorder.ts'
import { createRecordingFiles } from './recordingFiles.ts'
import { createRecordings, type RecordingsDeps } from './service.ts'
import { createSqlRecordingStore } from './store.sql.ts'
import { syntheticInit, syntheticMedia } from './testing/syntheticRecording.ts'

const meetingId = '123456789' as MeetingId
const siteId = 'site-1' as SiteId
const dayMs = 86_400_000
let now = 0
let count = 0
const clock = { now: () => now }

let folder: string
let database: OpenDatabase
/** A request to the recorder, with its end. */
let recorded: { request: RecorderRequest; finish: () => void }[]
let logged: string[]
let ends: RecordingEnd[]

beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'parley-recordings-'))
	database = await openDatabase({ memory: true })
	now = 100 * dayMs
	count = 0
	recorded = []
	logged = []
	ends = []
})
afterEach(async () => {
	await database.close()
	rmSync(folder, { recursive: true })
})

/** Recordings whose recorder writes six seconds and takes until `finish` to end. */
function open(changed: Partial<RecordingsDeps> = {}, objects?: LargeBlobs) {
	const files = createRecordingFiles(createFileBlobs(folder, clock), objects)
	const store = createSqlRecordingStore(database.db)
	const ending = new Map<RecordingId, Promise<void>>()
	const recordings = createRecordings({
		store,
		files,
		recorder: {
			refusal: async () => undefined,
			async start(request) {
				await files.writeInit(request.id, syntheticInit)
				await files.append(request.id, syntheticMedia(6))
				const { promise, resolve } = Promise.withResolvers<void>()
				ending.set(request.id, promise)
				recorded.push({ request, finish: resolve })
				return ok(null)
			},
			stop: async id => await ending.get(id),
		},
		tokens: {} as RecordingsDeps['tokens'],
		meetings: { find: async () => undefined },
		sites: {
			find: async () => ({ settings: { recordingDays: 30, recordingConsent: false } }) as never,
			all: async () => [],
		},
		sessions: {} as RecordingsDeps['sessions'],
		clock,
		ids: { row: () => `rec_${String(++count).padStart(16, '0')}` } as unknown as RecordingsDeps['ids'],
		log: { error: (_: object, message: string) => void logged.push(message) } as unknown as RecordingsDeps['log'],
		...changed,
	})
	const start = () =>
		recordings.port.start({
			meetingId,
			siteId,
			mayRecord: () => true,
			nameOf: () => undefined,
			onEnd: end => void ends.push(end),
		})
	return { recordings, store, files, start }
}

function begun(started: { ok: boolean; value?: RunningRecording }): RunningRecording {
	if (!started.value) throw new Error('the recording was refused')
	return started.value
}

test('[ROOM-152] a meeting has one recording at a time: none begins while another begins, runs or is being finished', async () => {
	const { start, store, recordings } = open()
	const [first, second] = await Promise.all([start(), start()])
	expect(second).toEqual(refused('recording.running'))
	expect(await start()).toEqual(refused('recording.running'))
	begun(first).stop()
	expect(await start()).toEqual(refused('recording.finishing'))
	recorded[0]?.finish()
	// Resolves when what is being finished is.
	await recordings.stopAll()
	expect((await store.list(meetingId))[0]?.finished?.durationMs).toBe(6_000)
	const next = begun(await start())
	// The late end of the first one does not end the next.
	begun(first).stop()
	recorded[0]?.request.onEnd('failed')
	expect(await start()).toEqual(refused('recording.running'))
	next.stop()
	expect(await start()).toEqual(refused('recording.finishing'))
})

test('[ROOM-152] a recorder that fails to start leaves nothing behind, and the next start is not refused', async () => {
	const { start, store } = open({
		recorder: {
			refusal: async () => undefined,
			start: () => Promise.reject(new Error('no more processes')),
			stop: async () => {},
		},
	})
	await expect(start()).rejects.toThrow('no more processes')
	expect(await store.list(meetingId)).toEqual([])
	await expect(start()).rejects.toThrow('no more processes')
})

test('[ROOM-154] of recordings that were interrupted, one that cannot be read does not keep the others unfinished', async () => {
	const ids = ['rec_000000000000000a', 'rec_000000000000000b'] as RecordingId[]
	const { store, files } = open()
	for (const id of ids) {
		await store.insert({ id, meetingId, siteId, startedAt: 1 })
		await files.writeInit(id, syntheticInit)
		await files.append(id, syntheticMedia(6))
	}
	const { recordings } = open({
		files: {
			...files,
			finish: async (id, at) => (id === ids[0] ? Promise.reject(new Error('unreadable')) : files.finish(id, at)),
		},
	})
	await recordings.finishInterrupted()
	expect((await store.listUnfinished()).map(({ id }) => id)).toEqual([ids[0]])
	expect(logged).toEqual(['a recording could not be finished'])
})

test('[ROOM-158] of old recordings, one whose files cannot be deleted does not keep the others', async () => {
	const ids = ['rec_000000000000000a', 'rec_000000000000000b'] as RecordingId[]
	const { store, files } = open()
	for (const id of ids) {
		await store.insert({ id, meetingId, siteId, startedAt: 1 })
		await files.writeInit(id, syntheticInit)
		await store.finish(id, { durationMs: 1, bytes: 1 })
	}
	const { recordings } = open({
		files: { ...files, remove: async id => (id === ids[0] ? Promise.reject(new Error('busy')) : files.remove(id)) },
		sites: {
			find: async () => ({}) as never,
			all: async () => [{ id: siteId, settings: { recordingDays: 1 } }] as never,
		},
	})
	await recordings.removeOld()
	expect(await files.listFolders()).toEqual([ids[0]])
})

test('[ROOM-154] a recording is listed as running until it is stopped', async () => {
	const person = { userId: 'u-anna' as UserId, companyId: 'c-1' as CompanyId }
	const meeting = { companyId: person.companyId, hostId: person.userId, creatorId: person.userId }
	const { start, recordings } = open({ meetings: { find: async () => meeting as never } })
	const running = begun(await start())
	expect(await recordings.list(person, meetingId)).toMatchObject({ recordings: [{ isRunning: true }] })
	running.stop()
	expect((await recordings.list(person, meetingId)).recordings[0]).not.toHaveProperty('isRunning')
})

test('[ROOM-154] a server that stops waits for recordings that have just begun', async () => {
	const { start, recordings, store } = open()
	const starting = start()
	const stopped = recordings.stopAll()
	await starting
	recorded[0]?.finish()
	await stopped
	expect((await store.list(meetingId))[0]?.finished).not.toBeNull()
})

test('[ROOM-154] files of no recording are removed when they have been unknown for a day, not at once', async () => {
	const { recordings, store, files } = open()
	const [left, known] = ['rec_000000000000000a', 'rec_000000000000000b'] as [RecordingId, RecordingId]
	for (const id of [left, known]) await files.writeInit(id, syntheticInit)
	await store.insert({ id: known, meetingId, siteId, startedAt: now })
	const after = async (ms: number) => {
		now += ms
		await recordings.removeUnknownFiles()
		return await files.listFolders()
	}
	// Another database was used for a while.
	expect(await after(40 * dayMs)).toEqual([left, known])
	expect(await after(dayMs)).toEqual([left, known])
	// They are looked for once an hour.
	expect(await after(3_599_999)).toEqual([left, known])
	expect(await after(1)).toEqual([known])
})

test('[ROOM-154] files that are still written to are not removed', async () => {
	const { recordings, files } = open()
	const id = 'rec_000000000000000a' as RecordingId
	await files.writeInit(id, syntheticInit)
	await recordings.removeUnknownFiles()
	now += dayMs
	await files.append(id, syntheticMedia(1))
	now += dayMs
	await recordings.removeUnknownFiles()
	expect(await files.listFolders()).toEqual([id])
})

/** An object store, which can be away; a folder stands for it. */
function createObjects() {
	const blobs = createFileBlobs(join(folder, 'objects'), clock)
	const state = { isAway: false, written: [] as string[], whenWriting: async () => {} }
	const objects: LargeBlobs = {
		...blobs,
		async writeLarge(name, pieces, signal) {
			if (state.isAway) throw new Error('the object store does not answer')
			state.written.push(name)
			await state.whenWriting()
			signal?.throwIfAborted()
			await blobs.writeLarge(name, pieces, signal)
		},
	}
	return { state, objects }
}
const fileNames = ['init.mp4', 'media', 'head.mp4', 'playlist.m3u8']

/** A recording that was begun and is being stopped. */
async function record({ start }: Pick<ReturnType<typeof open>, 'start'>): Promise<RecordingId> {
	const running = begun(await start())
	const last = recorded.at(-1)
	running.stop()
	last?.finish()
	if (!last) throw new Error('nothing was recorded')
	return last.request.id
}

async function readWhole(files: ReturnType<typeof open>['files'], id: RecordingId, bytes: number): Promise<Buffer> {
	const whole = await files.openWhole(id)
	if (!whole) throw new Error('it cannot be read')
	const pieces: Buffer[] = []
	for await (const piece of whole({ from: 0, to: bytes - 1 })) pieces.push(piece)
	return Buffer.concat(pieces)
}

test('[NODE-22] a recording is finished once it is in the object store, from where other servers read it, and leaves the disk', async () => {
	const { state, objects } = createObjects()
	const here = open({}, objects)
	const id = await record(here)
	await expect.poll(async () => (await here.store.find(id))?.finished?.durationMs).toBe(6_000)
	expect(state.written).toEqual(fileNames.map(name => `${id}/${name}`))
	await expect.poll(() => here.files.isHere(id)).toBe(false)
	const bytes = (await here.store.find(id))?.finished?.bytes ?? 0
	const whole = await readWhole(here.files, id, bytes)
	const elsewhere = createRecordingFiles(createFileBlobs(join(folder, 'disk of another server'), clock), objects)
	expect((await readWhole(elsewhere, id, bytes)).equals(whole)).toBe(true)
	expect(whole.subarray(-syntheticMedia(6).length).equals(syntheticMedia(6))).toBe(true)
	expect(
		(await elsewhere.readMedia(id, { from: 5, to: 9 }))?.equals(
			whole.subarray(whole.length - syntheticMedia(6).length).subarray(5, 10),
		),
	).toBe(true)
	expect([await elsewhere.readPlaylist(id), await elsewhere.readInit(id)].every(Buffer.isBuffer)).toBe(true)
	await elsewhere.remove(id)
	expect(await objects.list()).toEqual([])
})

test('[NODE-22] a recording stays on the disk, unfinished, until an upload succeeds; the next one of the meeting does not wait', async () => {
	const { state, objects } = createObjects()
	state.isAway = true
	const here = open({}, objects)
	const id = await record(here)
	await expect.poll(() => logged).toEqual(['a recording could not be finished'])
	expect([(await here.store.find(id))?.finished, await here.files.isHere(id)]).toEqual([null, true])
	await here.recordings.finishInterrupted()
	expect((await here.store.find(id))?.finished).toBeNull()
	state.isAway = false
	const writing = Promise.withResolvers<void>()
	state.whenWriting = () => writing.promise
	const uploading = here.recordings.finishInterrupted()
	await expect.poll(() => state.written).toHaveLength(1)
	expect((await here.start()).ok).toBe(true)
	// It is uploaded once, however often it is looked at.
	await here.recordings.finishInterrupted()
	expect(state.written).toHaveLength(1)
	writing.resolve()
	await uploading
	expect((await here.store.find(id))?.finished?.durationMs).toBe(6_000)
	expect(await here.files.isHere(id)).toBe(false)
})

test('[NODE-22] an upload that the end of a server breaks off continues after the next start, with the files that are missing', async () => {
	const { state, objects } = createObjects()
	const before = open({}, objects)
	const writing = Promise.withResolvers<void>()
	state.whenWriting = async () => {
		if (state.written.length === 2) await writing.promise
	}
	const id = await record(before)
	await expect.poll(() => state.written).toHaveLength(2)
	await before.recordings.stopAll()
	writing.resolve()
	await expect.poll(async () => (await objects.list()).length).toBe(1)
	expect([await before.store.find(id), logged]).toMatchObject([{ finished: null }, []])
	state.written = []
	const after = open({}, objects)
	await after.recordings.finishInterrupted()
	expect(state.written).toEqual(fileNames.slice(1).map(name => `${id}/${name}`))
	expect((await after.store.find(id))?.finished?.durationMs).toBe(6_000)
})

test('[NODE-22] a recording whose files are on the disk of another server is left to it, for two days', async () => {
	const { objects } = createObjects()
	const { recordings, store } = open({}, objects)
	const id = 'rec_000000000000000a' as RecordingId
	await store.insert({ id, meetingId, siteId, startedAt: now })
	now += 2 * dayMs
	await recordings.finishInterrupted()
	expect(await store.find(id)).toBeDefined()
	now += 1
	await recordings.finishInterrupted()
	expect(await store.find(id)).toBeUndefined()
})

test('[NODE-22] finished recordings on the disk are uploaded, and one whose meeting is deleted meanwhile is gone', async () => {
	const { state, objects } = createObjects()
	const without = open()
	const id = await record(without)
	await expect.poll(async () => (await without.store.find(id))?.finished?.durationMs).toBe(6_000)
	await without.recordings.uploadFinished()
	expect(await without.files.isHere(id)).toBe(true)
	const here = open({}, objects)
	await here.recordings.uploadFinished()
	expect([await here.files.isHere(id), (await objects.list()).length]).toEqual([false, 4])
	state.whenWriting = () => here.recordings.forget(meetingId)
	const next = await record(here)
	await expect.poll(() => here.store.find(next)).toBeUndefined()
	await expect.poll(() => objects.list()).toEqual([])
	expect(await here.files.isHere(next)).toBe(false)
})
