import type { MeetingId, SiteId } from '@parley/core'
import type { Log } from '../../platform/log.ts'
import type { RoomActivity } from '../room/index.ts'
import type { MeetingReportStore, StoredActivity } from './store.ts'

/** Entries of one statement. */
const atOnce = 100
/** While the database refuses them, the oldest are given up beyond this number. */
const maxWaiting = 10_000

type NumberedActivity = Omit<StoredActivity, 'siteId'>

interface ActivityLogDeps {
	store: Pick<MeetingReportStore, 'insertActivity'>
	/** Undefined once the meeting is deleted, with everything about it. */
	findSite(meetingId: MeetingId): Promise<SiteId | undefined>
	log: Pick<Log, 'warn'>
}

/** Stores the activity of rooms in the background: a slow or full database stops no meeting (ROOM-165). */
export function createActivityLog({ store, findSite, log }: ActivityLogDeps) {
	const waiting: NumberedActivity[] = []
	let writing: Promise<void> | undefined
	let count = 0

	async function writeAll(): Promise<void> {
		while (waiting.length > 0) {
			const entries = waiting.slice(0, atOnce)
			await store.insertActivity(await withSites(entries))
			waiting.splice(0, entries.length)
		}
	}

	async function withSites(entries: readonly NumberedActivity[]): Promise<StoredActivity[]> {
		const sites = new Map<MeetingId, SiteId | undefined>()
		for (const { meetingId } of entries) if (!sites.has(meetingId)) sites.set(meetingId, await findSite(meetingId))
		return entries.flatMap(entry => {
			const siteId = sites.get(entry.meetingId)
			return siteId === undefined ? [] : [{ ...entry, siteId }]
		})
	}

	/** Writes what waits; after a failure it waits for the next entry or the next minute. */
	function flush(): Promise<void> {
		writing ??= writeAll()
			.catch(error => log.warn({ err: error }, 'activity of meetings could not be stored'))
			.finally(() => {
				writing = undefined
			})
		return writing
	}

	return {
		add(entry: RoomActivity): void {
			// Never while a statement is on its way: it would remove others from the line.
			if (waiting.length >= maxWaiting && !writing) waiting.shift()
			waiting.push({ ...entry, number: ++count })
			void flush()
		},
		flush,
	}
}
