import { RecordingId } from '@parley/api'
import {
	type CompanyId,
	type Instant,
	isHostOrCreator,
	type MeetingId,
	ok,
	refused,
	SiteId,
	UserId,
} from '@parley/core'
import * as v from 'valibot'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { MeetingService } from '../meeting/index.ts'
import type { RecordedRoom, RecordingPort } from '../room/index.ts'
import type { SessionService } from '../session/index.ts'
import type { SiteService } from '../site/index.ts'
import type { Recorder } from './recorder.ts'
import type { RecordingFiles } from './recordingFiles.ts'
import type { FinishedRecording, RecordingStore, StoredRecording } from './store.ts'
import type { RecordingGrant, RecordingTokens } from './tokens.ts'

const dayMs = 86_400_000
/** A site that records no more keeps what it has, for as long as others do. */
const daysWhereOff = 30
const hourMs = 3_600_000
/** A recording whose files have not been found for this long since its start, more than the longest one takes, is lost. */
const missingForMs = 2 * dayMs
/** Old recordings that one run removes from a site. */
const perRun = 100

export interface RecordingsDeps {
	store: RecordingStore
	files: RecordingFiles
	recorder: Recorder
	tokens: RecordingTokens
	meetings: Pick<MeetingService, 'find'>
	sites: Pick<SiteService, 'find' | 'all'>
	sessions: Pick<SessionService, 'findExisting' | 'listCompanies'>
	clock: Clock
	ids: Ids
	log: Log
}

interface OwnRecording {
	id: RecordingId
	meetingId: MeetingId
	/** Resolves when it has begun, or was refused. */
	begun: Promise<unknown>
	/** Set once it is stopped; resolves when it is finished. */
	finished: Promise<void> | undefined
}

interface Person {
	userId: UserId
	companyId: CompanyId
}

/** The recordings of meetings: made in their rooms, seen afterwards by their owners and the members who were there. */
export function createRecordings(deps: RecordingsDeps) {
	const { store, files, recorder, tokens, meetings, sites, sessions, clock, ids, log } = deps
	/** Recordings that are being started, recorded or finished by this process: at most one of a meeting. */
	const own = new Map<MeetingId, OwnRecording>()
	/** Recordings that this process uploads, or is about to. */
	const uploading = new Set<RecordingId>()
	const stopping = new AbortController()
	let sweptAt: Instant | undefined
	/** Folders of no recording, and when this process first saw them. */
	const unknownSince = new Map<string, Instant>()
	const isOwn = (id: string) =>
		uploading.has(id as RecordingId) || [...own.values()].some(recording => recording.id === id)

	async function start(room: RecordedRoom): ReturnType<RecordingPort['start']> {
		const { meetingId } = room
		const other = own.get(meetingId)
		if (other) return refused(other.finished ? 'recording.finishing' : 'recording.running')
		const id = v.parse(RecordingId, ids.row('rec'))
		const recording: OwnRecording = { id, meetingId, begun: Promise.resolve(), finished: undefined }
		own.set(meetingId, recording)
		const beginning = begin(recording, room)
		recording.begun = beginning
		let hasBegun = false
		try {
			const begun = await beginning
			hasBegun = begun.ok
			return begun
		} finally {
			if (!hasBegun) release(recording)
		}
	}

	function release(recording: OwnRecording): void {
		if (own.get(recording.meetingId) === recording) own.delete(recording.meetingId)
	}

	async function begin(recording: OwnRecording, room: RecordedRoom): ReturnType<RecordingPort['start']> {
		const { id, meetingId } = recording
		const siteId = v.parse(SiteId, room.siteId)
		const { recordingDays, recordingConsent } = (await sites.find(siteId)).settings
		if (recordingDays === 0) return refused('recording.off')
		const refusal = await recorder.refusal(meetingId)
		if (refusal !== undefined) return refused(refusal)
		await store.insert({ id, meetingId, siteId, startedAt: clock.now() })
		let hasStarted = false
		try {
			const started = await recorder.start({
				id,
				meetingId,
				mayRecord: room.mayRecord,
				nameOf: room.nameOf,
				onEnd(end) {
					stop(recording)
					room.onEnd(end)
				},
			})
			if (!started.ok) return started
			hasStarted = true
		} finally {
			if (!hasStarted) await store.remove(id)
		}
		return ok({
			asksConsent: recordingConsent,
			stop: () => stop(recording),
			noteAttended(userId) {
				store
					.addPerson(id, v.parse(UserId, userId))
					.catch(error => log.error({ err: error, recordingId: id }, 'a participant of a recording was not noted'))
			},
		})
	}

	function stop(recording: OwnRecording): void {
		if (recording.finished) return
		const { id } = recording
		recording.finished = recording.begun
			// Where it could not begin, the caller of the start knows.
			.catch(() => {})
			.then(() => recorder.stop(id))
			.then(async () => {
				const finished = await complete(id)
				if (!finished) return
				const published = publish(id, finished)
				// The next recording of the meeting does not wait for the upload.
				if (files.areUploaded) published.catch(reportUnfinished)
				else await published
			})
			// The content of the file is finished later.
			.catch(reportUnfinished)
			.finally(() => release(recording))

		function reportUnfinished(error: unknown) {
			if (!stopping.signal.aborted) log.error({ err: error, recordingId: id }, 'a recording could not be finished')
		}
	}

	/** Makes the files of a recording playable; returns undefined if nothing is left of it. */
	async function complete(id: RecordingId): Promise<FinishedRecording | undefined> {
		const recording = await store.find(id)
		const finished = recording && (await files.finish(id, recording.startedAt))
		if (finished) return finished
		// The meeting was deleted meanwhile, or there is nothing to play.
		if (recording) await store.remove(id)
		await files.remove(id)
		return undefined
	}

	/** A recording counts as finished once every server can read it. */
	async function publish(id: RecordingId, finished: FinishedRecording): Promise<void> {
		await upload(id, () => store.finish(id, finished))
	}

	async function upload(id: RecordingId, note: () => Promise<void>): Promise<void> {
		uploading.add(id)
		try {
			await files.upload(id, stopping.signal)
			await note()
			// The meeting was deleted meanwhile.
			if (!(await store.find(id))) await files.remove(id)
			else await files.removeUploaded(id)
		} finally {
			uploading.delete(id)
		}
	}

	/** One that cannot be worked on does not keep the others from it. */
	async function each<T>(items: Iterable<T>, purpose: string, act: (item: T) => Promise<void>): Promise<void> {
		for (const item of items)
			try {
				await act(item)
			} catch (error) {
				log.error({ err: error, recording: item }, `a recording could not be ${purpose}`)
			}
	}

	async function remove(id: RecordingId): Promise<void> {
		await store.remove(id)
		// The file of one that is being written goes when it is finished.
		if (!isOwn(id)) await files.remove(id)
	}

	/** The owner, and members of the company of the meeting who were there (ROOM-155). */
	async function visibleTo(person: Person, meetingId: MeetingId, recordings: readonly StoredRecording[]) {
		const meeting = await meetings.find(meetingId)
		if (!meeting || meeting.companyId !== person.companyId) return { recordings: [], mayDelete: false }
		if (isHostOrCreator(person, meeting)) return { recordings, mayDelete: true }
		const attended = await store.findAttended(
			recordings.map(({ id }) => id),
			person.userId,
		)
		return { recordings: recordings.filter(({ id }) => attended.has(id)), mayDelete: false }
	}

	async function findVisible(person: Person, id: RecordingId) {
		const recording = await store.find(id)
		if (!recording) return undefined
		const { recordings, mayDelete } = await visibleTo(person, recording.meetingId, [recording])
		return recordings.length > 0 ? { recording, mayDelete } : undefined
	}

	return {
		port: { start } satisfies RecordingPort,
		async list(person: Person, meetingId: MeetingId) {
			const { recordings, mayDelete } = await visibleTo(person, meetingId, await store.list(meetingId))
			const current = own.get(meetingId)
			const isRunning = (id: RecordingId) => current?.id === id && !current.finished
			return {
				recordings: recordings.map(({ id, startedAt, finished }) => ({
					id,
					startedAt,
					...finished,
					...(isRunning(id) && { isRunning: true }),
				})),
				mayDelete,
			}
		},
		async open(person: Person & { sessionId: string }, id: RecordingId) {
			const found = await findVisible(person, id)
			if (!found?.recording.finished) return refused('missing')
			const { userId, companyId, sessionId } = person
			return ok({ token: await tokens.sign({ recordingId: id, userId, companyId, sessionId }, clock.now()) })
		},
		async remove(person: Person, id: RecordingId) {
			const found = await findVisible(person, id)
			if (!found) return refused('missing')
			if (!found.mayDelete) return refused('forbidden')
			if (!found.recording.finished) return refused('running')
			await remove(id)
			return ok({})
		},
		/** Returns the recording that a cookie opens, as long as its person may see it. */
		async admit(token: string, id: RecordingId): Promise<(StoredRecording & { topic: string }) | undefined> {
			const grant = await tokens.verify(token, id, clock.now())
			if (!grant || !(await isSignedIn(grant))) return undefined
			const found = await findVisible(grant, id)
			const meeting = found && (await meetings.find(found.recording.meetingId))
			return found && meeting && { ...found.recording, topic: meeting.topic }
		},
		/** A deleted meeting takes its recordings with it. */
		async forget(meetingId: MeetingId): Promise<void> {
			const running = own.get(meetingId)
			if (running) stop(running)
			const deleted = (await store.list(meetingId)).map(({ id }) => id)
			await each(deleted, 'removed', remove)
		},
		/**
		 * Finishes recordings that the end of a process interrupted, or whose upload failed. Those whose files are not here may be
		 * on the disk of another server, which finishes them when it runs again (NODE-22).
		 */
		async finishInterrupted(): Promise<void> {
			await each(await store.listUnfinished(), 'finished', async ({ id, startedAt }) => {
				if (isOwn(id) || !((await files.isHere(id)) || clock.now() - startedAt > missingForMs)) return
				const finished = await complete(id)
				if (finished) await publish(id, finished)
			})
		},
		/** Uploads finished recordings that are still on this disk: from before there was an object store, or left by a crash. */
		async uploadFinished(): Promise<void> {
			if (!files.areUploaded) return
			await each(await files.listFoldersHere(), 'uploaded', async name => {
				const id = v.safeParse(RecordingId, name)
				if (!id.success || isOwn(name) || !(await store.find(id.output))?.finished) return
				await upload(id.output, async () => {})
			})
		},
		async removeOld(): Promise<void> {
			for (const { id: siteId, settings } of await sites.all()) {
				const before = clock.now() - (settings.recordingDays || daysWhereOff) * dayMs
				const old = (await store.listOld(siteId, before, perRun)).map(({ id }) => id)
				await each(old, 'removed', remove)
			}
		},
		/**
		 * Removes files that a process left behind when it ended. A server that was started with an older database, or another
		 * one, knows none of what was recorded since: whoever did that has a day to notice.
		 */
		async removeUnknownFiles(): Promise<void> {
			const sweeping = clock.now()
			// Each folder of an object store has to be listed.
			if (sweptAt !== undefined && sweeping - sweptAt < hourMs) return
			sweptAt = sweeping
			const known = await store.ids()
			const unknown = (await files.listFolders()).filter(name => !known.has(name) && !isOwn(name))
			const now = clock.now()
			for (const name of unknownSince.keys()) if (!unknown.includes(name)) unknownSince.delete(name)
			for (const name of unknown) if (!unknownSince.has(name)) unknownSince.set(name, now)
			await each(unknown, 'removed', async name => {
				const since = Math.max(unknownSince.get(name) ?? now, (await files.findWrittenAt(name)) ?? 0)
				if (now - since > dayMs) await files.removeFolder(name)
			})
		},
		/** Ends recordings, and breaks off uploads, which continue after the next start. */
		async stopAll(): Promise<void> {
			stopping.abort()
			for (const recording of own.values()) stop(recording)
			await Promise.all([...own.values()].map(({ finished }) => finished))
		},
	}

	async function isSignedIn({ sessionId, companyId }: RecordingGrant): Promise<boolean> {
		if ((await sessions.findExisting([sessionId])).length === 0) return false
		return (await sessions.listCompanies(sessionId)).some(company => company.companyId === companyId)
	}
}
export type Recordings = ReturnType<typeof createRecordings>
