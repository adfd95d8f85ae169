import { ok } from '@parley/core'
import type { ImAppId, ImUserId } from '@parley/im'
import type { Timers } from '../../../platform/timers.ts'
import type { CallHandlers } from '../context.ts'
import type { HandlerDeps } from '../handlerDeps.ts'
import type { CommitQueue } from '../store/commitQueue.ts'
import type { NewListEntry } from '../store/store.ts'
import { listEntryFields } from './personalLists.ts'

/** What the system tells one person, or everybody. */
export interface Notice {
	title: string
	content: string
	/** Where it leads: an address of the page, or of elsewhere. */
	link?: string
}

/** As it is stored: in the list of one person, or with null in that of everybody. */
export const noticeEntry = (uid: ImUserId | null, notice: Notice): NewListEntry =>
	uid === null
		? { uid, option: 'broadcast', name: 'broadcast', body: { ...notice } }
		: { uid, option: 'notice', name: 'notice', body: { ...notice } }

interface NoticePublisherDeps {
	queue: Pick<CommitQueue, 'commit'>
	timers: Timers
}

/** Tells people something: those who are offline learn of it when they come back. */
export function createNoticePublisher({ queue, timers }: NoticePublisherDeps) {
	async function publish(appId: ImAppId, entry: NewListEntry): Promise<void> {
		await queue.commit({ appId, now: timers.now(), lists: [entry] })
	}

	return {
		/** @throws where it could not be stored */
		notify: (appId: ImAppId, uid: ImUserId, notice: Notice): Promise<void> => publish(appId, noticeEntry(uid, notice)),
		/** To everybody of an application, also who comes later. @throws where it could not be stored */
		broadcast: (appId: ImAppId, notice: Notice): Promise<void> => publish(appId, noticeEntry(null, notice)),
	}
}

export type NoticePublisher = ReturnType<typeof createNoticePublisher>

export const createNoticeHandlers = ({ store }: Pick<HandlerDeps, 'store'>): Pick<CallHandlers, 'noticeSearch'> => ({
	async noticeSearch({ caller: { appId, uid } }, { keywords, before, count }) {
		const entries = await store.searchNotices(appId, uid, { keywords, before, limit: count })
		const last = entries.at(-1)
		const rest = last ? await store.searchNotices(appId, uid, { keywords, before: last.ts, limit: 1 }) : []
		return ok({ list: entries.map(listEntryFields), more: rest.length > 0 })
	},
})
