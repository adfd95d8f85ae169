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
import type { RecordingStore, StoredRecording } from './store.ts'
import type { RecordingGrant, RecordingTokens } from './tokens.ts'

const dayMs = 86_400_000
/** A site that records no more keeps what it has, for as long as others do. */
const daysWhereOff = 30
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
	/** Folders of no recording, and when this process first saw them. */
	const unknownSince = new Map<string, Instant>()
	const isOwn = (id: string) => [...own.values()].some(recording => recording.id === id)

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
		const refusal = await recorder.refusal()
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
			.then(() => finish(id))
			// The content of the file is finished later.
			.catch(error => log.error({ err: error, recordingId: id }, 'a recording could not be finished'))
			.finally(() => release(recording))
	}

	async function finish(id: RecordingId): Promise<void> {
		const recording = await store.find(id)
		// The meeting was deleted meanwhile.
		if (!recording) return await files.remove(id)
		const finished = await files.finish(id, recording.startedAt)
		if (finished) await store.finish(id, finished)
		else {
			await store.remove(id)
			await files.remove(id)
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
		/** Finishes recordings that the end of a process interrupted. */
		async finishInterrupted(): Promise<void> {
			const unfinished = (await store.listUnfinished()).map(({ id }) => id)
			await each(unfinished, 'finished', async id => {
				if (!isOwn(id)) await finish(id)
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
		async stopAll(): Promise<void> {
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
