import type { Instant, MeetingId } from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import type { EventBus } from '../../platform/eventBus.ts'
import type { MeetingEvents } from './events.ts'
import type { MeetingStore } from './store.ts'

/** How long host and creator are told. */
const noticeDurationMs = 24 * 3_600_000

interface GuessingDeps {
	store: Pick<MeetingStore, 'saveGuessedAt' | 'findGuessedAt'>
	clock: Clock
	bus: EventBus<MeetingEvents>
}

/** What host and creator are told about tries at the passwords of their meeting (JERR-04). */
export function createGuessing({ store, clock, bus }: GuessingDeps) {
	return {
		async reportGuessing(meetingId: MeetingId): Promise<void> {
			await store.saveGuessedAt(meetingId, clock.now())
			bus.publish('meeting.passwordGuessing', { meetingId })
		},
		/** When somebody last tried passwords, if that was within a day and the password is still the same. */
		async findGuessing(meetingId: MeetingId): Promise<Instant | undefined> {
			const at = await store.findGuessedAt(meetingId)
			return at !== undefined && clock.now() - at < noticeDurationMs ? at : undefined
		},
	}
}
