import { formatWireDay, type Instant, type MeetingId, meetingStatus, ok, refused } from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import type { EventBus } from '../../platform/eventBus.ts'
import type { MeetingAccess } from './access.ts'
import type { MeetingEvents } from './events.ts'
import type { MeetingListing } from './listing.ts'
import { canDelete, type MeetingMember } from './policy.ts'
import type { RemoveMeeting } from './removal.ts'
import type { MeetingStore } from './store.ts'

/** A one-off meeting that was never started is over this long after its end. */
const missedAfterMs = 3_600_000

interface LifecycleDeps {
	store: MeetingStore
	listing: MeetingListing
	access: MeetingAccess
	clock: Clock
	bus: EventBus<MeetingEvents>
	removeMeeting: RemoveMeeting
}

/** Starts, ends and deletes meetings. */
export function createLifecycle({ store, listing, access, clock, bus, removeMeeting }: LifecycleDeps) {
	/** Ends a meeting in progress on behalf of a person outside its room (DEL-01). */
	async function close(person: MeetingMember, meetingId: MeetingId) {
		const meeting = await listing.find(meetingId)
		if (!meeting || meeting.status === meetingStatus.notStarted) return refused('missing')
		if (!canDelete(person, meeting)) return refused(await access.refusalFor(person, meeting))
		if (meeting.status === meetingStatus.inProgress) await end(meetingId, clock.now())
		return ok({})
	}

	/** Deletes a meeting that is not in progress (DEL-02). */
	async function remove(person: MeetingMember, meetingId: MeetingId) {
		const meeting = await listing.find(meetingId)
		if (!meeting) return refused('missing')
		if (!canDelete(person, meeting)) return refused(await access.refusalFor(person, meeting))
		return (await removeMeeting(meeting, person.userId)) ? ok({}) : refused('inProgress')
	}

	/** A person ended it, in its room or outside: everything that belongs to it ends as well. */
	async function end(meetingId: MeetingId, at: Instant): Promise<void> {
		await markEnded(meetingId, at)
		bus.publish('meeting.ended', { meetingId })
	}

	/** A one-off meeting is over; a series waits for its next occurrence. */
	async function markEnded(meetingId: MeetingId, at: Instant): Promise<void> {
		const meeting = await store.find(meetingId)
		if (!meeting || meeting.status !== meetingStatus.inProgress) return
		if (!meeting.isRecurring) return await store.setStatus(meetingId, meetingStatus.ended, at)
		const day = formatWireDay(meeting.startedAt ?? at, meeting.zone)
		await store.endOccurrence(meetingId, { day, startedAt: meeting.startedAt, endedAt: at })
		await store.setStatus(meetingId, meetingStatus.notStarted, at)
	}

	return {
		close,
		remove,
		end,
		markEnded,
		async markStarted(meetingId: MeetingId, at: Instant): Promise<void> {
			if (await store.start(meetingId, at)) bus.publish('meeting.started', { meetingId })
		},
		setLocked: (meetingId: MeetingId, locked: boolean): Promise<void> =>
			store.setLocked(meetingId, locked, clock.now()),
		/** A host opens or closes the waiting room in the room: until the meeting ends, and in the way of its form if it has one. */
		async setWaitingRoom(meetingId: MeetingId, isOn: boolean): Promise<void> {
			const { waitingRoom = 'off' } = (await store.find(meetingId)) ?? {}
			const whenOn = waitingRoom === 'off' ? 'everyone' : waitingRoom
			await store.setWaitingRoomNow(meetingId, isOn ? whenOn : 'off', clock.now())
		},
		findOverdue: (now: Instant): Promise<MeetingId[]> => store.findOverdue(now),
		closeMissedMeetings: (): Promise<void> => store.closeMissed(clock.now() - missedAfterMs, clock.now()),
	}
}
