import type { MeetingId, UserId } from '@parley/core'
import type { EventBus } from '../../platform/eventBus.ts'
import type { MeetingEvents } from './events.ts'
import { picturesOf } from './live.ts'
import type { PicturePort } from './scheduling.ts'
import type { MeetingStore } from './store.ts'

export interface RemovalDeps {
	store: MeetingStore
	bus: EventBus<MeetingEvents>
	pictures: Pick<PicturePort, 'release'>
}

/** Removes a meeting with everything that belongs to it; false if it is in progress or was removed before. */
export function createRemoval({ store, bus, pictures }: RemovalDeps) {
	return async (meeting: { meetingId: MeetingId; liveBackground: string | null }, by?: UserId): Promise<boolean> => {
		const { meetingId, liveBackground } = meeting
		const released = picturesOf(liveBackground, await store.findIntroduction(meetingId))
		if (!(await store.remove(meetingId))) return false
		await pictures.release(released)
		bus.publish('meeting.deleted', { meetingId, by })
		return true
	}
}
export type RemoveMeeting = ReturnType<typeof createRemoval>
