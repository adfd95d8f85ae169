import { meetingStatus, ok, type Result, refused } from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import type { MeetingOnDay } from '../meeting/index.ts'
import type { LiveStreams } from './liveStreams.ts'
import { statusNow } from './policy.ts'
import type { LiveRow, LiveStore } from './store.ts'

interface PublishingDeps {
	store: LiveStore
	clock: Clock
	streams: LiveStreams
}

/** Decides who may publish to a live, and opens its stream to them. */
export function createPublishing({ store, clock, streams }: PublishingDeps) {
	/** Returns whether a publisher may send to it: not after its end, since the recording would be lost with the stream. */
	function isAllowed(live: LiveRow, meeting: MeetingOnDay): boolean {
		const status = statusNow(live, meeting, clock.now())
		if (status === 'notStarted') return meeting.hasLive && meeting.status !== meetingStatus.ended
		return status !== 'over'
	}

	/** Prepares a live that a publisher may send to. */
	async function admit(live: LiveRow, meeting: MeetingOnDay): Promise<Result<LiveRow, 'over'>> {
		if (!isAllowed(live, meeting)) return refused('over')
		if (live.status !== 'over') return ok(live)
		// In a series, the next occurrence gets its own stream from here on.
		const next: LiveRow = { ...(await streams.replace(live)), status: 'notStarted', endedAt: null }
		await store.setStatus(live.meetingId, ['over'], { status: 'notStarted', endedAt: null })
		return ok(next)
	}

	/** Opens the stream after a server restart, which interrupted a picture prepared before the start. */
	async function reopen(streamId: string): Promise<void> {
		const live = await store.findByStream(streamId)
		if (live && live.status !== 'over') await streams.open(live)
	}

	return { isAllowed, admit, reopen }
}
