import type { Clock } from '../../platform/clock.ts'
import type { EventBus } from '../../platform/eventBus.ts'
import type { Ids } from '../../platform/ids.ts'
import { createMeetingAccess } from './access.ts'
import { type AttendeeValidationDeps, createAttendeeValidation } from './attendeeValidation.ts'
import type { MeetingEvents } from './events.ts'
import { createGuessing } from './guessing.ts'
import type { HandoverStore } from './handoverStore.ts'
import { createHandovers } from './handovers.ts'
import { createLifecycle } from './lifecycle.ts'
import { createMeetingListing } from './listing.ts'
import { createRemoval } from './removal.ts'
import { createRetention, type KeepingSites } from './retention.ts'
import { createScheduling, type PicturePort } from './scheduling.ts'
import type { MeetingStore } from './store.ts'

export interface MeetingDeps {
	store: MeetingStore
	handovers: HandoverStore
	sites: KeepingSites
	directory: AttendeeValidationDeps['directory']
	companies: AttendeeValidationDeps['companies']
	clock: Clock
	ids: Ids
	bus: EventBus<MeetingEvents>
	pictures: PicturePort
}

/** Operations on meetings; each part is a file of its own. */
export function createMeetingService(deps: MeetingDeps) {
	const { store, handovers, sites, directory, companies, clock, ids, bus, pictures } = deps
	const listing = createMeetingListing(store, clock)
	const access = createMeetingAccess(store)
	const removeMeeting = createRemoval({ store, bus, pictures })
	const attendees = createAttendeeValidation({ directory, companies })
	return {
		...listing,
		...createScheduling({ store, listing, access, attendees, clock, ids, bus, pictures }),
		...createLifecycle({ store, listing, access, clock, bus, removeMeeting }),
		...createRetention({ store, sites, clock, removeMeeting }),
		...createHandovers({ store, handovers, remove: removeMeeting, clock, bus }),
		...createGuessing({ store, clock, bus }),
		isInvited: access.isInvited,
		needsNoPassword: access.needsNoPassword,
		canSeeExistence: access.canSeeExistence,
		findInvited: store.findInvited,
		listAttendees: store.listAttendees,
		findIntroduction: store.findIntroduction,
	}
}
export type MeetingService = ReturnType<typeof createMeetingService>
