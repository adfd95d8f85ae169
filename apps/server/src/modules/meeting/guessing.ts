import type { MeetingId, MeetingPassword } from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import type { EventBus } from '../../platform/eventBus.ts'
import type { MeetingEvents } from './events.ts'
import type { MeetingStore, PasswordGuess } from './store.ts'

/** Time for which host and creator see the notice. */
const noticeDurationMs = 24 * 3_600_000

interface GuessingDeps {
	store: Pick<MeetingStore, 'saveGuess' | 'findGuess'>
	clock: Clock
	bus: EventBus<MeetingEvents>
}

/** Notices for host and creator about password guesses at their meeting (JERR-04). */
export function createGuessing({ store, clock, bus }: GuessingDeps) {
	return {
		async reportGuessing(meetingId: MeetingId, password: MeetingPassword): Promise<void> {
			await store.saveGuess(meetingId, { at: clock.now(), password })
			bus.publish('meeting.passwordGuessing', { meetingId, password })
		},
		/** Returns the last guess, if it was within a day and its password has not changed since. */
		async findGuess(meetingId: MeetingId): Promise<PasswordGuess | undefined> {
			const guess = await store.findGuess(meetingId)
			return guess && clock.now() - guess.at < noticeDurationMs ? guess : undefined
		},
	}
}
