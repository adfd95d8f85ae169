import { readFile } from 'node:fs/promises'
import { MeetingId } from '@parley/core'
import { contentTypes, type GroupId, ImAppId, ImUserId } from '@parley/im'
import * as v from 'valibot'
import { createSqlLiveStore, type LiveEngine, type LiveService } from '../modules/live/index.ts'
import type { MeetingService } from '../modules/meeting/index.ts'
import { createSqlMessagingStore, type NewEvent } from '../modules/messaging/index.ts'
import type { PictureService } from '../modules/picture/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { meetingIds, meetingPassword, personId } from './meetings.ts'
import { type DemoPerson, hanmei, lilei } from './people.ts'
import { mainSite } from './sites.ts'
import { demoStore } from './store.sql.ts'

export interface DemoLivesDeps {
	db: Db
	broadcasts: LiveService['broadcasts']
	meetings: Pick<MeetingService, 'find'>
	pictures: Pick<PictureService, 'upload'>
	engine: Pick<LiveEngine, 'createStream' | 'end'>
	clock: Clock
	/** Publishes the film once, to be recorded. */
	publishFilm(streamId: string): boolean
}

/** On air with a film: one open to everyone, one with a password. */
const withFilm = [meetingIds.inProgress, meetingIds.withPassword]
const withBackground = [meetingIds.inProgress, meetingIds.soon]

/** Broadcasts shown in the start banner. */
export const demoLives = [
	{ meetingId: meetingIds.inProgress, note: 'on air, open to everybody' },
	{ meetingId: meetingIds.withPassword, note: `on air, password ${meetingPassword}` },
	{ meetingId: meetingIds.soon, note: 'not started; its host hanmei starts it' },
	{ meetingId: meetingIds.ended, note: 'ended, with a recording' },
]

/**
 * Puts the demo's broadcasts on air and records the one that is over. Changes by people stay: a live that was deleted,
 * switched off or ended is left as it is.
 * @returns the streams that show the film, by meeting
 */
export async function startDemoLives(deps: DemoLivesDeps): Promise<Map<string, string>> {
	const streams = new Map<string, string>()
	await furnish(deps)
	for (const id of withFilm) {
		const meeting = await deps.meetings.find(v.parse(MeetingId, id))
		if (!meeting?.hasLive) continue
		const started = await deps.broadcasts.start(meeting)
		if (started.ok) streams.set(id, (await deps.broadcasts.prepare(meeting)).streamId)
	}
	await recordEnded(deps)
	return streams
}

/** Gives the broadcasts their background and their messages, once: before they are first created. */
async function furnish({ db, broadcasts, meetings, pictures, clock }: DemoLivesDeps) {
	const first = await meetings.find(v.parse(MeetingId, meetingIds.inProgress))
	if (!first?.hasLive || (await createSqlLiveStore(db).find(first.meetingId))) return
	const picture = await pictures.upload(await readFile(new URL('liveBackground.jpg', import.meta.url)))
	if (picture.ok) await demoStore(db).giveBackground(withBackground, picture.value.path)
	const { chatRoomId, askRoomId } = await broadcasts.prepare(first)
	await write(db, clock.now(), chatRoomId, discussion)
	await write(db, clock.now(), askRoomId, questions)
}

interface Said {
	by: DemoPerson
	content: string
	/** For an answer: the question, and who asked it. */
	question?: { sendUser: string; content: string }
	/** Seconds after the start of the broadcast; 0 if missing. */
	afterS?: number
}

const discussion: Said[] = [
	{ by: hanmei, content: '欢迎来到直播间，我们马上开始。' },
	{ by: lilei, content: '画面和声音都很清楚。Picture and sound are fine.' },
	{ by: lilei, content: '海上那两条小船真好看。' },
]
const asked = '二期什么时候上线？'
const questions: Said[] = [
	{ by: lilei, content: asked },
	{ by: hanmei, content: '计划下个月底先给内部同事试用。', question: { sendUser: lilei.displayName, content: asked } },
	{ by: lilei, content: 'Will there be a version for tablets?' },
]

/** Messages written during the recording, by time. */
const recordedDiscussion: Said[] = [
	{ by: hanmei, content: '大家好，我们开始录制了。', afterS: 1 },
	{ by: lilei, content: '声音正常。Sound is fine.', afterS: 3 },
	{ by: lilei, content: '这一段讲得很清楚。', afterS: 6 },
]
const recordedAsked = '回放会保留多久？'
const recordedQuestions: Said[] = [
	{ by: lilei, content: recordedAsked, afterS: 3 },
	{
		by: hanmei,
		content: '保留天数由管理员设置。',
		question: { sendUser: lilei.displayName, content: recordedAsked },
		afterS: 6,
	},
]

async function write(db: Db, startAt: number, id: GroupId, said: readonly Said[]) {
	const store = createSqlMessagingStore(db)
	const appId = v.parse(ImAppId, mainSite)
	const events = said.map(
		({ by, content, question }, number): NewEvent => ({
			name: 'messagesReceived',
			uid: v.parse(ImUserId, personId(by.name)),
			cmid: `demo-${number}`,
			body: {
				type: question ? contentTypes.answer : contentTypes.text,
				content,
				...(question && { attachment: JSON.stringify(question) }),
				sendUserName: by.displayName,
			},
		}),
	)
	for (const [number, event] of events.entries()) {
		const room = await store.findGroup(appId, id)
		if (!room) return
		const now = startAt + (said[number]?.afterS ?? 0) * 1000
		await store.commit([{ appId, now, conversation: { id, version: room.version, events: [event] } }])
	}
}

async function recordEnded({ db, broadcasts, meetings, engine, clock, publishFilm }: DemoLivesDeps) {
	const meeting = await meetings.find(v.parse(MeetingId, meetingIds.ended))
	if (!meeting?.hasLive) return
	const live = await broadcasts.prepare(meeting)
	if (live.status !== 'notStarted') return
	// Runs before a stream exists: a stream that was never started is removed, because its meeting has ended.
	const ended = { status: 'over' as const, startedAt: meeting.startAt, endedAt: clock.now() }
	await createSqlLiveStore(db).setStatus(live.meetingId, ['notStarted'], ended)
	await engine.createStream(live.streamId, { isRecorded: true })
	const filmedAt = clock.now()
	if (!publishFilm(live.streamId)) return
	await engine.end(live.streamId)
	await write(db, filmedAt, live.chatRoomId, recordedDiscussion)
	await write(db, filmedAt, live.askRoomId, recordedQuestions)
}
