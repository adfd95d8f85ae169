import type { Instant, MeetingId } from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import type { EventBus } from '../../platform/eventBus.ts'
import type { MeetingEvents } from './events.ts'
import type { MeetingStore } from './store.ts'

/** Time for which host and creator see the notice. */
const noticeDurationMs = 24 * 3_600_000

interface GuessingDeps {
	store: Pick<MeetingStore, 'saveGuessedAt' | 'findGuessedAt'>
	clock: Clock
	bus: EventBus<MeetingEvents>
}

/** Notices for host and creator about password guesses at their meeting (JERR-04). */
export function createGuessing({ store, clock, bus }: GuessingDeps) {
	return {
		async reportGuessing(meetingId: MeetingId): Promise<void> {
			await store.saveGuessedAt(meetingId, clock.now())
			bus.publish('meeting.passwordGuessing', { meetingId })
		},
		/** Returns the time of the last guess, if it was within a day and the password has not changed since. */
		async findGuessing(meetingId: MeetingId): Promise<Instant | undefined> {
			const at = await store.findGuessedAt(meetingId)
			return at !== undefined && clock.now() - at < noticeDurationMs ? at : undefined
		},
	}
}
