import { type MeetingId, type SiteId, UserId } from '@parley/core'
import * as v from 'valibot'
import { createBackgroundQueue } from '../../platform/backgroundQueue.ts'
import type { Log } from '../../platform/log.ts'
import type { ActivityPerson, RoomActivity } from '../room/index.ts'
import type { MeetingReportStore, StoredActivity } from './store.ts'

type NumberedActivity = Omit<StoredActivity, 'siteId'>

interface ActivityLogDeps {
	store: Pick<MeetingReportStore, 'insertActivity'>
	/** Undefined once the meeting is deleted, with everything about it. */
	findSite(meetingId: MeetingId): Promise<SiteId | undefined>
	/** False once the account is deleted: what its owner does until the room closes their connection has no name. */
	hasAccount(userId: UserId): Promise<boolean>
	log: Pick<Log, 'warn'>
}

/** Stores the activity of rooms in the background (ROOM-165). */
export function createActivityLog({ store, findSite, hasAccount, log }: ActivityLogDeps) {
	let count = 0
	const { add, flush } = createBackgroundQueue<NumberedActivity>({
		write: async entries => await store.insertActivity(await withoutForgotten(await withSites(entries))),
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

	async function withoutForgotten(entries: readonly StoredActivity[]): Promise<StoredActivity[]> {
		const ids = new Set(entries.flatMap(({ actor, target }) => [actor?.userId ?? [], target?.userId ?? []].flat()))
		const forgotten = new Set<string | null>()
		for (const id of ids) if (!(await hasAccount(v.parse(UserId, id)))) forgotten.add(id)
		if (forgotten.size === 0) return [...entries]
		const unnamed = (person: ActivityPerson | null) =>
			person && forgotten.has(person.userId) ? { ...person, name: '' } : person
		return entries.map(entry => ({
			...entry,
			actor: unnamed(entry.actor),
			target: unnamed(entry.target),
			detail:
				entry.action === 'renamed' && forgotten.has((entry.target ?? entry.actor)?.userId ?? null)
					? null
					: entry.detail,
		}))
	}

	return {
		add: (entry: RoomActivity): void => add({ ...entry, number: ++count }),
		flush,
	}
}
