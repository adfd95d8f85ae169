import { MeetingId } from '@parley/core'
import * as v from 'valibot'
import { createSqlLiveStore, type LiveEngine, type LiveService } from '../modules/live/index.ts'
import type { MeetingService } from '../modules/meeting/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { meetingIds, meetingPassword } from './meetings.ts'

export interface DemoLivesDeps {
	db: Db
	broadcasts: LiveService['broadcasts']
	meetings: Pick<MeetingService, 'find'>
	engine: Pick<LiveEngine, 'createStream' | 'end'>
	clock: Clock
	/** Publishes the film once, to be recorded. */
	publishFilm(streamId: string): boolean
}

/** On air with a film: open to everybody, and with a password. */
const withFilm = [meetingIds.inProgress, meetingIds.withPassword]

/** Broadcasts shown in the start banner. */
export const demoLives = [
	{ meetingId: meetingIds.inProgress, note: 'on air, open to everybody' },
	{ meetingId: meetingIds.withPassword, note: `on air, password ${meetingPassword}` },
	{ meetingId: meetingIds.soon, note: 'not started; its host hanmei starts it' },
	{ meetingId: meetingIds.ended, note: 'over, with a recording' },
]

/**
 * Puts the demo's broadcasts on air and records the one that is over. What people changed stays: a live that was deleted,
 * switched off or ended is left as it is.
 * @returns the streams that show the film, by meeting
 */
export async function startDemoLives(deps: DemoLivesDeps): Promise<Map<string, string>> {
	const streams = new Map<string, string>()
	for (const id of withFilm) {
		const meeting = await deps.meetings.find(v.parse(MeetingId, id))
		if (!meeting?.hasLive) continue
		const started = await deps.broadcasts.start(meeting)
		if (started.ok) streams.set(id, (await deps.broadcasts.prepare(meeting)).streamId)
	}
	await recordEnded(deps)
	return streams
}

async function recordEnded({ db, broadcasts, meetings, engine, clock, publishFilm }: DemoLivesDeps) {
	const meeting = await meetings.find(v.parse(MeetingId, meetingIds.ended))
	if (!meeting?.hasLive) return
	const live = await broadcasts.prepare(meeting)
	if (live.status !== 'notStarted') return
	await engine.createStream(live.streamId, { isRecorded: true })
	if (!publishFilm(live.streamId)) return
	await engine.end(live.streamId)
	const ended = { status: 'over' as const, startedAt: meeting.startAt, endedAt: clock.now() }
	await createSqlLiveStore(db).setStatus(live.meetingId, ['notStarted'], ended)
}
