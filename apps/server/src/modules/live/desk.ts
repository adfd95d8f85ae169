import { cleanText, codePointLength, type MeetingId, meetingStatus, ok, refused } from '@parley/core'
import { contentTypes, ImAppId, ImUserId, imLimits } from '@parley/im'
import * as v from 'valibot'
import type { Clock } from '../../platform/clock.ts'
import type { MemberCaller } from '../../platform/handlers.ts'
import type { MeetingOnDay, MeetingService } from '../meeting/index.ts'
import type { OwnedChatRooms } from '../messaging/index.ts'
import type { SiteService } from '../site/index.ts'
import type { Broadcasts } from './broadcast.ts'
import type { LiveEngine, LiveStats } from './liveEngine.ts'
import type { MeetingPublisher } from './meetingPublisher.ts'
import { canRunLive, statusNow } from './policy.ts'
import type { LiveRow } from './store.ts'

/** Maximum number of viewers' names sent at once. */
const maxViewers = 500

export interface DeskDeps {
	engine: LiveEngine
	/** Returns whether a phone's camera is accepted: an external origin does not. */
	takesPhones(): boolean
	meetingPublisher: MeetingPublisher
	/** Returns the number of people in the room of a meeting. */
	participantCount(meetingId: MeetingId): Promise<number>
	broadcasts: Broadcasts
	meetings: Pick<MeetingService, 'findOnSite' | 'canSeeExistence'>
	sites: Pick<SiteService, 'find'>
	chatRooms: OwnedChatRooms
	/** RTMP address for publishers who use this origin; missing if RTMP is off. */
	rtmpUrlAt(origin: string): string | undefined
	publicUrl: string | undefined
	clock: Clock
}

/** The host's actions on a live. */
export function createDesk(deps: DeskDeps) {
	const { engine, meetingPublisher, broadcasts, meetings, sites, chatRooms, clock } = deps

	/** Sources for people who use this origin, besides the meeting itself. */
	const waysAt = (origin: string) => [
		...(deps.rtmpUrlAt(origin) === undefined ? [] : (['rtmp'] as const)),
		...(deps.takesPhones() ? (['phone'] as const) : []),
	]

	/** Returns the meeting of a live that the caller runs; others only learn that it does not exist, or is not theirs. */
	async function ownLive({ member, siteId }: MemberCaller, meetingId: MeetingId) {
		const meeting = await meetings.findOnSite(siteId, meetingId)
		if (!meeting) return refused('missing')
		if (!canRunLive(member, meeting)) {
			const isKnown = member.companyId === meeting.companyId && (await meetings.canSeeExistence(member, meeting))
			return refused(isKnown ? 'forbidden' : 'missing')
		}
		const { settings } = await sites.find(siteId)
		return meeting.hasLive && settings.live ? ok(meeting) : refused('closed')
	}

	async function withLive<T>(
		caller: MemberCaller,
		meetingId: MeetingId,
		act: (meeting: MeetingOnDay, live: LiveRow, appId: ImAppId) => Promise<T>,
	) {
		const own = await ownLive(caller, meetingId)
		if (!own.ok) return own
		const live = await broadcasts.prepare(own.value)
		return await act(own.value, live, v.parse(ImAppId, live.siteId))
	}

	const state = (caller: MemberCaller, meetingId: MeetingId) =>
		withLive(caller, meetingId, async (meeting, live, appId) => {
			const status = statusNow(live, meeting, clock.now())
			// For a series, the figures of the previous broadcast do not apply to the next one.
			const stats = status === 'notStarted' && live.status === 'over' ? undefined : await engine.stats(live.streamId)
			const obstacle = await meetingPublisher.obstacleOf(meetingId)
			const ways = [...waysAt(caller.origin), ...(obstacle ? [] : (['room'] as const))]
			const isRunning = status === 'onAir' || status === 'suspended'
			const { liveRecordingDays } = (await sites.find(live.siteId)).settings
			// The setting may have changed since the stream was created.
			const isRecorded = liveRecordingDays > 0 && engine.isRecorded(live.streamId)
			const hasRecording = status === 'over' && engine.recordingSuffix(live.streamId) !== undefined
			return ok({
				status,
				topic: meeting.topic,
				...(isRunning && live.startedAt !== null && { startedForMs: clock.now() - live.startedAt }),
				...(status === 'over' &&
					live.startedAt !== null &&
					live.endedAt !== null && { airedForMs: live.endedAt - live.startedAt }),
				...(isRecorded && (isRunning || hasRecording) && { recordingDays: liveRecordingDays }),
				views: live.views,
				present: (await chatRooms.listPresent(appId, live.chatRoomId)).length,
				watchUrl: `${deps.publicUrl ?? caller.origin}/liveBroadcast?roomId=${meetingId}`,
				chatRoomId: live.chatRoomId,
				askRoomId: live.askRoomId,
				announcement: await chatRooms.findAnnouncement(appId, live.chatRoomId),
				canBroadcast: ways.length > 0,
				ways,
				meetingPublishing: {
					isAvailable: obstacle === undefined,
					...(obstacle && { obstacle }),
					isPublishing: meetingPublisher.isPublishing(live.streamId),
					wasInterrupted: meetingPublisher.wasInterrupted(live.streamId),
					participants: await deps.participantCount(meetingId),
				},
				...(stats && { health: healthOf(stats, clock.now()) }),
			})
		})

	const publishingOf = ({ origin }: MemberCaller, { streamId, streamKey }: LiveRow) => {
		const rtmpUrl = deps.rtmpUrlAt(origin)
		return ok({ ...(rtmpUrl !== undefined && { rtmpUrl }), streamId, streamKey: `${streamId}?key=${streamKey}` })
	}

	/** Returns the meeting if its broadcast may begin. */
	async function startable(caller: MemberCaller, meetingId: MeetingId) {
		const own = await ownLive(caller, meetingId)
		if (!own.ok || waysAt(caller.origin).length > 0) return own
		return (await meetingPublisher.obstacleOf(meetingId)) ? refused('unavailable') : own
	}

	async function publishing(caller: MemberCaller, meetingId: MeetingId) {
		const own = await startable(caller, meetingId)
		if (!own.ok) return own
		const ready = await broadcasts.readyToPublish(own.value)
		return ready.ok ? publishingOf(caller, ready.value) : ready
	}

	/** The meeting itself is the publisher. */
	async function publishMeeting(caller: MemberCaller, meetingId: MeetingId) {
		const own = await startable(caller, meetingId)
		if (!own.ok) return own
		if (own.value.status === meetingStatus.ended) return refused('over')
		if (await meetingPublisher.obstacleOf(meetingId)) return refused('noTranscoder')
		const isEmpty = async () => (await deps.participantCount(meetingId)) === 0
		if (await isEmpty()) return refused('roomEmpty')
		const ready = await broadcasts.readyToPublish(own.value)
		if (!ready.ok) return ready
		// The last participant may have left meanwhile, and nothing would stop the broadcast (DESK-14).
		if (await isEmpty()) return refused('roomEmpty')
		const published = await meetingPublisher.publish(ready.value.streamId, meetingId)
		if (published.ok) return ok({})
		const { failure } = published
		return refused(failure === 'busy' || failure === 'noTranscoder' ? failure : 'unavailable')
	}

	const stopPublishingMeeting = (caller: MemberCaller, meetingId: MeetingId) =>
		withLive(caller, meetingId, async (_, { streamId }) => {
			meetingPublisher.stop(streamId)
			return ok({})
		})

	async function rotateKey(caller: MemberCaller, meetingId: MeetingId) {
		const own = await startable(caller, meetingId)
		if (!own.ok) return own
		const rotated = await broadcasts.rotateKey(own.value)
		return rotated.ok ? publishingOf(caller, rotated.value) : rotated
	}

	async function start(caller: MemberCaller, meetingId: MeetingId) {
		const own = await startable(caller, meetingId)
		return own.ok ? await broadcasts.start(own.value) : own
	}

	const suspend = (caller: MemberCaller, meetingId: MeetingId) =>
		withLive(caller, meetingId, meeting => broadcasts.suspend(meeting))

	const end = (caller: MemberCaller, meetingId: MeetingId) =>
		withLive(caller, meetingId, meeting => broadcasts.end(meetingId, meeting.hostName))

	const pin = (caller: MemberCaller, meetingId: MeetingId, text: string) =>
		withLive(caller, meetingId, async (_, live, appId) => {
			const announcement = cleanText(text)
			if (codePointLength(announcement) > imLimits.maxAnnouncementLength) return refused('announcementInvalid')
			const act = { appId, gid: live.chatRoomId, by: v.parse(ImUserId, caller.member.userId) }
			const announced = await chatRooms.announce(act, announcement)
			return announced === 'wordRefused' ? refused('wordRefused') : ok({})
		})

	/** The answer quotes the original question, so that words cannot be put into anyone's mouth. */
	const answer = (caller: MemberCaller, meetingId: MeetingId, said: { question: number; content: string }) =>
		withLive(caller, meetingId, async (_, live, appId) => {
			const content = said.content.trim()
			if (content === '' || codePointLength(content) > imLimits.maxContentLength) return refused('contentInvalid')
			const question = await chatRooms.findMessage(appId, live.askRoomId, said.question)
			if (!question) return refused('noQuestion')
			const attachment = JSON.stringify({ sendUser: question.name, content: question.content })
			const sendUserName = caller.member.displayName
			const message = { type: contentTypes.answer, content, attachment, sendUserName }
			const posted = await chatRooms.post(appId, live.askRoomId, message)
			if (posted === 'wordRefused') return refused('wordRefused')
			return posted === 'posted' ? ok({}) : refused('closed')
		})

	const viewers = (caller: MemberCaller, meetingId: MeetingId) =>
		withLive(caller, meetingId, async (_, live, appId) => {
			const present = await chatRooms.listPresent(appId, live.chatRoomId)
			const shown = present.slice(0, maxViewers).map(({ uid, name, isGuest }) => ({ id: uid, name, isGuest }))
			return ok({ count: present.length, viewers: shown })
		})

	return {
		state,
		publishing,
		publishMeeting,
		stopPublishingMeeting,
		rotateKey,
		start,
		suspend,
		end,
		pin,
		answer,
		viewers,
	}
}
export type Desk = ReturnType<typeof createDesk>

const healthOf = (stats: LiveStats, now: number) => ({
	phase: stats.phase,
	...(stats.publishingSince !== undefined && { publishingForMs: now - stats.publishingSince }),
	...(stats.graceEndsAt !== undefined && { reconnectingForMs: Math.max(0, stats.graceEndsAt - now) }),
	bytesReceived: stats.bytesReceived,
	droppedTags: stats.droppedTags,
	uplinkLagMs: stats.uplinkLagMs,
	pulling: stats.viewers,
	windowMs: stats.windowMs,
	warnings: [...stats.warnings],
	definitions: stats.definitions.map(definition => ({ ...definition })),
})
