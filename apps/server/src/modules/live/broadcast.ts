import { controlMessage, type MeetingId, meetingStatus, ok, type Result, refused, type UserId } from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import { isEqualInConstantTime } from '../../platform/constantTime.ts'
import { createKeyedLock } from '../../platform/keyedLock.ts'
import type { Log } from '../../platform/log.ts'
import type { MeetingOnDay, MeetingService } from '../meeting/index.ts'
import { createLiveRooms, type LiveRoomsDeps } from './liveRooms.ts'
import { createLiveStreams, type LiveStreamsDeps } from './liveStreams.ts'
import { createPublishing } from './publishing.ts'
import type { LiveRow } from './store.ts'
import { createUpkeep } from './upkeep.ts'

export interface BroadcastDeps extends LiveRoomsDeps, LiveStreamsDeps {
	meetings: Pick<MeetingService, 'find'>
	clock: Clock
	log: Log
	/** Returns whether this node has the streams of lives. */
	ownsStreams(): boolean
}

const isActive = ({ status }: LiveRow): boolean => status === 'onAir' || status === 'suspended'

/** The broadcast of a meeting: its stream and its rooms, and how it starts, pauses and ends. */
export function createBroadcasts(deps: BroadcastDeps) {
	const { store, engine, meetings, clock } = deps
	/** Runs changes of a live one after the other; those of other servers are found by its status. */
	const inTurn = createKeyedLock()
	const rooms = createLiveRooms(deps)
	const streams = createLiveStreams(deps)
	const publishing = createPublishing({ store, clock, streams })

	/** Returns the live of a meeting with its rooms; created on first use. */
	async function prepare(meeting: MeetingOnDay): Promise<LiveRow> {
		const found = await store.find(meeting.meetingId)
		return found ?? (await inTurn(meeting.meetingId, () => make(meeting)))
	}

	async function make(meeting: MeetingOnDay): Promise<LiveRow> {
		const { meetingId, siteId } = meeting
		const made = await store.find(meetingId)
		if (made) return made
		const live: LiveRow = {
			meetingId,
			siteId,
			...streams.create(),
			...(await rooms.create(meeting)),
			status: 'notStarted',
			startedAt: null,
			endedAt: null,
			views: 0,
		}
		if (await store.insert(live)) {
			await rooms.follow(meeting, live)
			return live
		}
		// Another server has just made it.
		await rooms.remove(live, undefined)
		return await make(meeting)
	}

	/** Goes on air; again after a pause, or afresh after an end. */
	const start = (meeting: MeetingOnDay) => inTurn(meeting.meetingId, () => goOnAir(meeting))

	async function goOnAir(meeting: MeetingOnDay): Promise<Result<object, 'over'>> {
		if (meeting.status === meetingStatus.ended) return refused('over')
		const live = await make(meeting)
		if (live.status === 'onAir') {
			// Another server may have started it, after this one had replaced its stream.
			await streams.showWhileOnAir(live.streamId)
			return ok({})
		}
		const startedAt = live.status === 'suspended' ? (live.startedAt ?? clock.now()) : clock.now()
		const ready = live.status === 'suspended' ? live : await streams.makeReady(live)
		const onAir = { status: 'onAir' as const, startedAt, endedAt: null }
		if (!(await store.setStatus(live.meetingId, [live.status], onAir))) return await goOnAir(meeting)
		await streams.showWhileOnAir(ready.streamId)
		await rooms.tell(ready, controlMessage.start, meeting.hostName)
		return ok({})
	}

	const suspend = (meeting: MeetingOnDay) => inTurn(meeting.meetingId, () => pause(meeting))

	async function pause(meeting: MeetingOnDay): Promise<Result<object, 'notOnAir'>> {
		const live = await store.find(meeting.meetingId)
		if (live?.status === 'suspended') return ok({})
		if (live?.status !== 'onAir') return refused('notOnAir')
		if (!(await store.setStatus(meeting.meetingId, ['onAir'], { status: 'suspended' }))) return await pause(meeting)
		await streams.showWhileOnAir(live.streamId)
		await rooms.tell(live, controlMessage.stop, meeting.hostName)
		return ok({})
	}

	const end = (meetingId: MeetingId, hostName = '') =>
		inTurn(meetingId, async () => {
			const live = await store.find(meetingId)
			if (!live || !isActive(live)) return refused('notOnAir')
			const ended = { status: 'over' as const, endedAt: clock.now() }
			if (!(await store.setStatus(meetingId, ['onAir', 'suspended'], ended))) return refused('notOnAir')
			await engine.end(live.streamId)
			await rooms.tell(live, controlMessage.close, hostName)
			return ok({})
		})

	/** Ends with its meeting: viewers are notified; if it was never started, only the publisher is disconnected. */
	async function endWithMeeting(meetingId: MeetingId, hostName?: string): Promise<void> {
		const ended = await end(meetingId, hostName)
		if (!ended.ok) await removeUnstarted(meetingId)
	}

	/** Disconnects the publisher of a live that was not started and will not be. */
	const removeUnstarted = (meetingId: MeetingId) =>
		inTurn(meetingId, async () => {
			const [meeting, live] = [await meetings.find(meetingId), await store.find(meetingId)]
			if (!meeting || live?.status !== 'notStarted' || publishing.isAllowed(live, meeting)) return
			await engine.remove(live.streamId)
		})

	/** Removes the live of a deleted meeting: media, rooms and everything else. */
	const remove = (meetingId: MeetingId, by?: UserId) =>
		inTurn(meetingId, async () => {
			const live = await store.find(meetingId)
			if (!live) return
			if (isActive(live)) await rooms.tell(live, controlMessage.close, '')
			await engine.remove(live.streamId)
			await rooms.remove(live, by)
			await store.remove(meetingId)
		})

	/** Applies an edit: the rooms follow host and creator, and a meeting without a live is not broadcast. */
	async function followMeeting(meetingId: MeetingId, by?: UserId): Promise<void> {
		const [meeting, live] = [await meetings.find(meetingId), await store.find(meetingId)]
		if (!meeting || !live) return
		if (!meeting.hasLive) await endWithMeeting(meetingId, meeting.hostName)
		await rooms.follow(meeting, live, by)
	}

	/** Changes the stream of a live that a publisher may send to from now on. */
	const changeStream = (meeting: MeetingOnDay, change: (live: LiveRow) => Promise<LiveRow>) =>
		inTurn(meeting.meetingId, async () => {
			const live = await publishing.admit(await make(meeting), meeting)
			return live.ok ? ok(await change(live.value)) : live
		})

	async function authorisePublish({ streamId, key }: { streamId: string; key: string }) {
		// Publishers try again, and reach the node that has the streams.
		if (!deps.ownsStreams()) return refused('unavailable')
		const live = await store.findByStream(streamId)
		if (!live) return refused('unknown')
		if (!isEqualInConstantTime(key, live.streamKey)) return refused('key')
		const meeting = await meetings.find(live.meetingId)
		if (!meeting || !publishing.isAllowed(live, meeting)) return refused('ended')
		await inTurn(live.meetingId, () => publishing.reopen(streamId))
		return ok(undefined)
	}

	return {
		prepare,
		isOnAir: async (meetingId: MeetingId): Promise<boolean> => (await store.find(meetingId))?.status === 'onAir',
		start,
		suspend,
		end,
		endWithMeeting,
		rotateKey: (meeting: MeetingOnDay) => changeStream(meeting, streams.rotateKey),
		readyToPublish: (meeting: MeetingOnDay) => changeStream(meeting, streams.makeReady),
		remove,
		followMeeting,
		authorisePublish,
		...createUpkeep({ ...deps, streams, changes: { end, remove, removeUnstarted } }),
	}
}
export type Broadcasts = ReturnType<typeof createBroadcasts>
