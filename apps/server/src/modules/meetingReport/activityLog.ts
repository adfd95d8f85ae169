import type { MeetingId, SiteId } from '@parley/core'
import { createBackgroundQueue } from '../../platform/backgroundQueue.ts'
import type { Log } from '../../platform/log.ts'
import type { RoomActivity } from '../room/index.ts'
import type { MeetingReportStore, StoredActivity } from './store.ts'

type NumberedActivity = Omit<StoredActivity, 'siteId'>

interface ActivityLogDeps {
	store: Pick<MeetingReportStore, 'insertActivity'>
	/** Undefined once the meeting is deleted, with everything about it. */
	findSite(meetingId: MeetingId): Promise<SiteId | undefined>
	log: Pick<Log, 'warn'>
}

/** Stores the activity of rooms in the background (ROOM-165). */
export function createActivityLog({ store, findSite, log }: ActivityLogDeps) {
	let count = 0
	const { add, flush } = createBackgroundQueue<NumberedActivity>({
		write: async entries => await store.insertActivity(await withSites(entries)),
		batchSize: 100,
		what: 'activity of meetings',
		log,
	})

	async function withSites(entries: readonly NumberedActivity[]): Promise<StoredActivity[]> {
		const sites = new Map<MeetingId, SiteId | undefined>()
		for (const { meetingId } of entries) if (!sites.has(meetingId)) sites.set(meetingId, await findSite(meetingId))
		return entries.flatMap(entry => {
			const siteId = sites.get(entry.meetingId)
			return siteId === undefined ? [] : [{ ...entry, siteId }]
		})
	}

	return {
		add: (entry: RoomActivity): void => add({ ...entry, number: ++count }),
		flush,
	}
}
