import {
	type ControlMessage,
	controlMessage,
	type Instant,
	liveDelays,
	type MeetingId,
	meetingStatus,
	ok,
	type Result,
	refused,
	truncate,
	type UserId,
} from '@parley/core'
import { contentTypes, ImAppId, ImUserId, imLimits } from '@parley/im'
import * as v from 'valibot'
import type { Clock } from '../../platform/clock.ts'
import { isEqualInConstantTime } from '../../platform/constantTime.ts'
import type { EventBus } from '../../platform/eventBus.ts'
import type { Ids } from '../../platform/ids.ts'
import { createKeyedLock } from '../../platform/keyedLock.ts'
import type { Log } from '../../platform/log.ts'
import type { MeetingOnDay, MeetingService } from '../meeting/index.ts'
import type { OwnedChatRooms } from '../messaging/index.ts'
import type { SiteService } from '../site/index.ts'
import type { LiveModuleEvents } from './events.ts'
import type { LiveEngine } from './liveEngine.ts'
import { statusNow } from './policy.ts'
import type { LiveRow, LiveStore } from './store.ts'

const dayMs = 86_400_000
/** State of the broadcast after each message. */
const isOnAirAfter: Record<ControlMessage, boolean> = {
	[controlMessage.start]: true,
	[controlMessage.stop]: false,
	[controlMessage.close]: false,
}
/** Length for at least 128 bits, in the alphabet of the engine. */
const streamIdLength = 24

export interface BroadcastDeps {
	store: LiveStore
	engine: LiveEngine
	meetings: Pick<MeetingService, 'find'>
	sites: Pick<SiteService, 'find'>
	rooms: OwnedChatRooms
	bus: Pick<EventBus<LiveModuleEvents>, 'publish'>
	clock: Clock
	ids: Ids
	log: Log
}

/** The broadcast of a meeting: its stream and its rooms, and how it starts, pauses and ends. */
export function createBroadcasts({ store, engine, meetings, sites, rooms, bus, clock, ids, log }: BroadcastDeps) {
	/** Runs changes of a live one after the other. */
	const inTurn = createKeyedLock()
	/** Start time of the server: publishers that were connected before are reconnecting. */
	let resumedAt: Instant | undefined

	const newStream = () => ({ streamId: ids.secret().slice(0, streamIdLength), streamKey: ids.secret() })
	const isActive = ({ status }: LiveRow): boolean => status === 'onAir' || status === 'suspended'

	/** Returns the live of a meeting with its rooms; created on first use. */
	async function prepare(meeting: MeetingOnDay): Promise<LiveRow> {
		const found = await store.find(meeting.meetingId)
		return found ?? (await inTurn(meeting.meetingId, () => make(meeting)))
	}

	async function make(meeting: MeetingOnDay): Promise<LiveRow> {
		const { meetingId, siteId, hostId, topic, freeTalk } = meeting
		const made = await store.find(meetingId)
		if (made) return made
		const appId = v.parse(ImAppId, siteId)
		const name = truncate(topic, imLimits.maxNameLength)
		const room = { name, owner: v.parse(ImUserId, hostId), accountsOnly: !freeTalk }
		const chatRoomId = await rooms.create(appId, room)
		const askRoomId = await rooms.create(appId, { ...room, slowModeS: liveDelays.questionCooldownMs / 1_000 })
		const times = { startedAt: null, endedAt: null }
		const live: LiveRow = {
			meetingId,
			siteId,
			...newStream(),
			chatRoomId,
			askRoomId,
			status: 'notStarted',
			...times,
			views: 0,
		}
		await store.insert(live)
		await followInRooms(meeting, live)
		return live
	}

	/** Runs an action in both rooms, for a person or for the server. */
	function actsInRooms({ siteId, chatRoomId, askRoomId }: LiveRow, by: UserId | undefined) {
		const act = { appId: v.parse(ImAppId, siteId), ...(by && { by: v.parse(ImUserId, by) }) }
		return [chatRoomId, askRoomId].map(gid => ({ ...act, gid }))
	}

	/** Sets the rights in both rooms: host and creator run them, and guests may write if talk is free. */
	async function followInRooms(
		{ hostId, creatorId, freeTalk }: MeetingOnDay,
		live: LiveRow,
		by?: UserId,
	): Promise<void> {
		for (const act of actsInRooms(live, by)) {
			await rooms.setOwner(act, v.parse(ImUserId, hostId))
			await rooms.setManager(act, v.parse(ImUserId, creatorId))
			await rooms.setAccountsOnly(act, !freeTalk)
		}
	}

	/**
	 * Announces the state of the broadcast: in the discussion, whose history keeps it for absent viewers, and to everyone
	 * else concerned.
	 */
	async function tell(live: LiveRow, control: ControlMessage, hostName: string): Promise<void> {
		bus.publish('live.changed', { meetingId: live.meetingId, isOnAir: isOnAirAfter[control] })
		const message = { type: contentTypes.control, content: control, custom: JSON.stringify({ type: control }) }
		try {
			await rooms.post(v.parse(ImAppId, live.siteId), live.chatRoomId, { ...message, sendUserName: hostName })
		} catch (error) {
			log.error({ err: error, meetingId: live.meetingId, control }, 'viewers could not be notified of a live')
		}
	}

	/** Accepts published media from now on, and shows it or not. */
	async function openStream({ streamId, siteId }: LiveRow, isShown: boolean) {
		const { settings } = await sites.find(siteId)
		const created = await engine.createStream(streamId, { isRecorded: settings.liveRecordingDays > 0 })
		if (created.ok) engine.setSuspended(streamId, !isShown)
		return created
	}

	/** Replaces stream and key. Earlier media is removed, with any recording, so that it is not mixed with later media. */
	async function replaceStream(live: LiveRow): Promise<LiveRow> {
		const replaced = { ...live, ...newStream() }
		await store.setStream(live.meetingId, replaced)
		await engine.remove(live.streamId)
		return replaced
	}

	/** Ensures a stream that a publisher may connect to; an ended one is replaced. */
	async function readyToPublish(live: LiveRow): Promise<LiveRow> {
		const ready = live.status === 'over' ? await replaceStream(live) : live
		const opened = await openStream(ready, ready.status === 'onAir')
		if (opened.ok) return ready
		const renewed = await replaceStream(ready)
		await openStream(renewed, renewed.status === 'onAir')
		return renewed
	}

	/** Returns whether a publisher may send to it: not after its end, since the recording would be lost with the stream. */
	function isPublishable(live: LiveRow, meeting: MeetingOnDay): boolean {
		const status = statusNow(live, meeting, clock.now())
		if (status === 'notStarted') return meeting.hasLive && meeting.status !== meetingStatus.over
		return status !== 'over'
	}

	/** Prepares a live that a publisher may send to. */
	async function publishable(meeting: MeetingOnDay): Promise<Result<LiveRow, 'over'>> {
		const live = await make(meeting)
		if (!isPublishable(live, meeting)) return refused('over')
		if (live.status !== 'over') return ok(live)
		// In a series, the next occurrence gets its own stream from here on.
		const next: LiveRow = { ...(await replaceStream(live)), status: 'notStarted', endedAt: null }
		await store.setStatus(live.meetingId, ['over'], { status: 'notStarted', endedAt: null })
		return ok(next)
	}

	/** Goes on air; again after a pause, or afresh after an end. */
	const start = (meeting: MeetingOnDay) =>
		inTurn(meeting.meetingId, async () => {
			if (meeting.status === meetingStatus.over) return refused('over')
			const live = await make(meeting)
			if (live.status === 'onAir') return ok({})
			const startedAt = live.status === 'suspended' ? (live.startedAt ?? clock.now()) : clock.now()
			const ready = live.status === 'suspended' ? live : await readyToPublish(live)
			await store.setStatus(live.meetingId, [live.status], { status: 'onAir', startedAt, endedAt: null })
			engine.setSuspended(ready.streamId, false)
			await tell(ready, controlMessage.start, meeting.hostName)
			return ok({})
		})

	const suspend = (meeting: MeetingOnDay) =>
		inTurn(meeting.meetingId, async () => {
			const live = await store.find(meeting.meetingId)
			if (live?.status === 'suspended') return ok({})
			if (live?.status !== 'onAir') return refused('notOnAir')
			await store.setStatus(meeting.meetingId, ['onAir'], { status: 'suspended' })
			engine.setSuspended(live.streamId, true)
			await tell(live, controlMessage.stop, meeting.hostName)
			return ok({})
		})

	const end = (meetingId: MeetingId, hostName = '') =>
		inTurn(meetingId, async () => {
			const live = await store.find(meetingId)
			if (!live || !isActive(live)) return refused('notOnAir')
			const ended = { status: 'over' as const, endedAt: clock.now() }
			await store.setStatus(meetingId, ['onAir', 'suspended'], ended)
			await engine.end(live.streamId)
			await tell(live, controlMessage.close, hostName)
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
			if (!meeting || live?.status !== 'notStarted' || isPublishable(live, meeting)) return
			await engine.remove(live.streamId)
		})

	/** Replaces the key; a publisher with the previous one is disconnected. */
	const rotateKey = (meeting: MeetingOnDay) =>
		inTurn(meeting.meetingId, async () => {
			const live = await publishable(meeting)
			if (!live.ok) return live
			const changed = { ...live.value, streamKey: ids.secret() }
			await store.setStream(changed.meetingId, changed)
			const ready = await readyToPublish(changed)
			engine.dropPublisher(ready.streamId)
			return ok(ready)
		})

	/** Removes the live of a deleted meeting: media, rooms and everything else. */
	const remove = (meetingId: MeetingId, by?: UserId) =>
		inTurn(meetingId, async () => {
			const live = await store.find(meetingId)
			if (!live) return
			if (isActive(live)) await tell(live, controlMessage.close, '')
			await engine.remove(live.streamId)
			for (const act of actsInRooms(live, by)) await rooms.remove(act)
			await store.remove(meetingId)
		})

	/** Applies an edit: the rooms follow host and creator, and a meeting without a live is not broadcast. */
	async function followMeeting(meetingId: MeetingId, by?: UserId): Promise<void> {
		const [meeting, live] = [await meetings.find(meetingId), await store.find(meetingId)]
		if (!meeting || !live) return
		if (!meeting.hasLive) await endWithMeeting(meetingId, meeting.hostName)
		await followInRooms(meeting, live, by)
	}

	/** Returns whether a picture arrives, or may return: its publisher dropped, or was disconnected by a restart of the server. */
	function mayHavePicture(streamId: string): boolean {
		const phase = engine.phase(streamId)
		const isJustResumed = resumedAt !== undefined && clock.now() - resumedAt < liveDelays.publisherGraceMs
		return phase === 'publishing' || phase === 'silent' || (phase === 'waiting' && isJustResumed)
	}

	/** Ends abandoned broadcasts: no picture arrives any more, and the meeting has ended or a day has passed. */
	async function endForgotten(): Promise<void> {
		for (const live of await store.list(['onAir', 'suspended'])) {
			const meeting = await meetings.find(live.meetingId)
			const isLong = clock.now() - (live.startedAt ?? 0) > dayMs
			if (!meeting) await remove(live.meetingId)
			else if ((meeting.status === meetingStatus.over || isLong) && !mayHavePicture(live.streamId))
				await end(live.meetingId, meeting.hostName)
		}
		for await (const { live } of streamsWithLives()) {
			if (live?.status === 'notStarted') await removeUnstarted(live.meetingId)
		}
	}

	/** Iterates over the engine's streams, each with its live; undefined if no live has it any more. */
	async function* streamsWithLives(): AsyncGenerator<{ streamId: string; live: LiveRow | undefined }> {
		for (const streamId of engine.streamIds()) yield { streamId, live: await store.findByStream(streamId) }
	}

	/** Deletes recordings past their site's retention; no other setting affects it. */
	async function removeOldRecordings(): Promise<void> {
		const now: Instant = clock.now()
		for await (const { streamId, live } of streamsWithLives()) {
			if (live?.status !== 'over') continue
			const { settings } = await sites.find(live.siteId)
			const recordedMs = engine.isRecorded(streamId) ? settings.liveRecordingDays * dayMs : 0
			if ((live.endedAt ?? 0) <= now - Math.max(recordedMs, engine.windowMs)) await engine.remove(streamId)
		}
	}

	/**
	 * Deletes streams that no live has (any more), such as those whose removal was interrupted by the end of the process.
	 */
	async function removeUnknownStreams(): Promise<void> {
		for await (const { streamId, live } of streamsWithLives()) {
			if (!live) await engine.remove(streamId)
		}
	}

	/** After a server restart, publishers and viewers return to their streams. */
	async function resume(): Promise<void> {
		resumedAt = clock.now()
		for (const live of await store.list(['onAir', 'suspended'])) await openStream(live, live.status === 'onAir')
		// Completes the end of those that had ended before the process did; does nothing for the others.
		for await (const { streamId, live } of streamsWithLives()) {
			if (live?.status === 'over') await engine.end(streamId)
		}
	}

	/** After a server restart, which interrupted a picture prepared before the start. */
	async function reopen(streamId: string): Promise<void> {
		const live = await store.findByStream(streamId)
		if (live && live.status !== 'over') await openStream(live, live.status === 'onAir')
	}

	async function authorisePublish({ streamId, key }: { streamId: string; key: string }) {
		const live = await store.findByStream(streamId)
		if (!live) return refused('unknown')
		if (!isEqualInConstantTime(key, live.streamKey)) return refused('key')
		const meeting = await meetings.find(live.meetingId)
		if (!meeting || !isPublishable(live, meeting)) return refused('ended')
		await inTurn(live.meetingId, () => reopen(streamId))
		return ok(undefined)
	}

	return {
		prepare,
		isOnAir: async (meetingId: MeetingId): Promise<boolean> => (await store.find(meetingId))?.status === 'onAir',
		start,
		suspend,
		end,
		endWithMeeting,
		rotateKey,
		readyToPublish: (meeting: MeetingOnDay) =>
			inTurn(meeting.meetingId, async () => {
				const live = await publishable(meeting)
				return live.ok ? ok(await readyToPublish(live.value)) : live
			}),
		remove,
		followMeeting,
		endForgotten,
		removeOldRecordings,
		removeUnknownStreams,
		resume,
		authorisePublish,
	}
}
export type Broadcasts = ReturnType<typeof createBroadcasts>
