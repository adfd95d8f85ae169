import { ok } from '@parley/core'
import type { ImAppId, ImUserId } from '@parley/im'
import type { Timers } from '../../../platform/timers.ts'
import type { CallHandlers } from '../calls/context.ts'
import type { NewListEntry } from '../model/list.ts'
import type { CommitQueue } from '../store/commitQueue.ts'
import { listEntryFields } from './personalLists.ts'
import type { PersonDeps } from './personDeps.ts'

/** A message from the system to one person, or to all. */
export interface Notice {
	title: string
	content: string
	/** Target of the link: an address of the page or an external one. */
	link?: string
}

/** The stored form: in one person's list, or with null in everyone's. */
export const noticeEntry = (uid: ImUserId | null, notice: Notice): NewListEntry =>
	uid === null
		? { uid, option: 'broadcast', name: 'broadcast', body: { ...notice } }
		: { uid, option: 'notice', name: 'notice', body: { ...notice } }

interface NoticePublisherDeps {
	queue: Pick<CommitQueue, 'commit'>
	timers: Timers
}

/** Notifies people: those who are offline receive it when they reconnect. */
export function createNoticePublisher({ queue, timers }: NoticePublisherDeps) {
	async function publish(appId: ImAppId, entry: NewListEntry): Promise<void> {
		await queue.commit({ appId, now: timers.now(), lists: [entry] })
	}

	return {
		/** @throws if it could not be stored */
		notify: (appId: ImAppId, uid: ImUserId, notice: Notice): Promise<void> => publish(appId, noticeEntry(uid, notice)),
		/** Notifies everyone of an application, including later members. @throws if it could not be stored */
		broadcast: (appId: ImAppId, notice: Notice): Promise<void> => publish(appId, noticeEntry(null, notice)),
	}
}

export type NoticePublisher = ReturnType<typeof createNoticePublisher>

export const createNoticeHandlers = ({ store }: Pick<PersonDeps, 'store'>): Pick<CallHandlers, 'noticeSearch'> => ({
	async noticeSearch({ caller: { appId, uid } }, { keywords, before, count }) {
		const entries = await store.searchNotices(appId, uid, { keywords, before, limit: count })
		const last = entries.at(-1)
		const rest = last ? await store.searchNotices(appId, uid, { keywords, before: last.ts, limit: 1 }) : []
		return ok({ list: entries.map(listEntryFields), more: rest.length > 0 })
	},
})
