import { ok } from '@parley/core'
import { type CallData, type GroupId, imLimits } from '@parley/im'
import type { Timers } from '../../../platform/timers.ts'
import { type CallContext, type CallHandlers, refuse } from '../calls/context.ts'
import type { Feed } from '../delivery/feed.ts'
import type { Subscriber } from '../delivery/subscribers.ts'
import type { GroupAccessState } from '../groups/groupAccess.ts'
import { isChatRoom, wireRole } from '../groups/groupPolicy.ts'
import { publicGroup } from '../groups/groupView.ts'
import { type Missed, pageFields, readMissed } from './history.ts'
import type { MessageDeps } from './messageDeps.ts'
import { bytesOfAll } from './pageBytes.ts'

/** Default rate of a busy room: a page shows five messages per second and keeps a hundred. */
const usualRate = 10
/**
 * Returns the highest supported rate not above the requested one. Listeners of one rate share a selection: with
 * arbitrary rates each listener would cost as much as all.
 */
const rateOf = (maxRate: number): number => imLimits.roomRates.findLast(rate => rate <= maxRate) ?? 1

/** Resolves when the log has grown, or after `ms`. */
const growth = (feed: Feed, timers: Timers, ms: number): Promise<void> =>
	new Promise(resolve => {
		const end = () => {
			forget()
			cancel()
			resolve()
		}
		const forget = feed.onGrowth(end)
		const cancel = timers.after(ms, end)
	})

/**
 * Handles listening to rooms: the session subscribes before the log is read, and receives events from in between after
 * the answer, so that nothing is missed or delivered twice.
 */
export function createListeningHandler({
	reader,
	access,
	fanOut,
	timers,
	counters,
	readBudget,
}: MessageDeps): Pick<CallHandlers, 'groupPoll'> {
	/** Rooms of a session, oldest first. */
	const listening = new WeakMap<Subscriber, GroupId[]>()

	function stopListening(subscriber: Subscriber, gid: GroupId): void {
		const feed = fanOut.findFeed(subscriber.appId, gid)
		if (feed) fanOut.leave(subscriber, feed)
	}

	/** Adds a room as the newest, even if it was listened to before; beyond five the oldest is dropped (POLL-02). */
	function noteRoom(subscriber: Subscriber, gid: GroupId, isStart: boolean): void {
		const rooms = listening.get(subscriber) ?? []
		const ordered = isStart || !rooms.includes(gid) ? [...rooms.filter(room => room !== gid), gid] : rooms
		for (const dropped of ordered.slice(0, -imLimits.maxListenedRooms)) stopListening(subscriber, dropped)
		listening.set(subscriber, ordered.slice(-imLimits.maxListenedRooms))
	}

	async function feedOf(
		{ subscriber }: CallContext,
		{ group }: GroupAccessState,
		{ gid, hisId, maxRate, listen }: CallData<'groupPoll'>,
	): Promise<Feed | undefined> {
		// Members of a group receive its events already.
		if (!isChatRoom(group)) return fanOut.open(subscriber.appId, gid, false)
		const feed = await fanOut.open(subscriber.appId, gid, true)
		if (!feed) return undefined
		if (listen) {
			fanOut.listen(subscriber, feed, rateOf(maxRate ?? usualRate))
			noteRoom(subscriber, gid, hisId === undefined)
		} else {
			stopListening(subscriber, gid)
			listening.set(
				subscriber,
				(listening.get(subscriber) ?? []).filter(room => room !== gid),
			)
		}
		return feed
	}

	async function read(
		{ caller }: CallContext,
		{ member, group, seesFrom = 0 }: GroupAccessState,
		{ gid, hisId, epoch }: CallData<'groupPoll'>,
		feed: Feed,
	): Promise<Missed & { head: ReturnType<Feed['head']> }> {
		const head = feed.head()
		if (hisId === undefined) return { head, events: [], after: head.last, more: false, discontinuity: false }
		const log = { appId: caller.appId, id: gid, epoch: head.epoch }
		const start = isChatRoom(group) ? 0 : (member?.start ?? 0)
		const missed = await readMissed(reader, log, head, { epoch: epoch ?? head.epoch, hisId }, start)
		return { head, ...missed, events: missed.events.filter(({ ts }) => ts >= seesFrom) }
	}

	return {
		async groupPoll(context, data) {
			const admitted = readBudget.admit(context)
			if (!admitted.ok) return admitted
			const entered = await access.enter(context, 'groupPoll', data.gid)
			if (!entered.ok) return entered
			const feed = await feedOf(context, entered.value, data)
			if (!feed) return refuse('missing')
			let missed = await read(context, entered.value, data, feed)
			if (missed.events.length === 0 && !missed.discontinuity && data.hisId !== undefined && data.waitMs > 0) {
				await growth(feed, timers, data.waitMs)
				missed = await read(context, entered.value, data, feed)
			}
			const { head, events, after, more, discontinuity } = missed
			// Counted but delivered anyway: the session already subscribes to the room, and continues after this page.
			await readBudget.take(context, bytesOfAll(events))
			const position = events.at(-1)?.hisId ?? after
			if (isChatRoom(entered.value.group) && data.listen) {
				context.afterAnswer(() => feed.release(context.subscriber, position))
			}
			if (data.hisId !== undefined) counters.resumes++
			return ok({
				...pageFields(head.epoch, head, events),
				after,
				pullKey: position,
				...(discontinuity ? { discontinuity } : {}),
				more,
				role: wireRole(entered.value.effectiveRole),
				group: publicGroup(entered.value.group),
			})
		},
	}
}
