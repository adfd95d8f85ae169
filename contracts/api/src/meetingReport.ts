import { MeetingId } from '@parley/core'
import * as v from 'valibot'
import { call } from './call.ts'
import { array, field, flag, integer, optional, shape } from './codec.ts'

const ActivityPerson = shape({
	/** The name they had at that moment. */
	name: field('name', v.string()),
	/** Guests may take any name. */
	isGuest: field('is_guest', flag),
})

/** One entry of what happened in a meeting. */
export const ActivityEntry = shape({
	/** In ms since 1970. */
	at: field('time', integer),
	/** A `RoomAction`; a newer server may know others. */
	action: field('action', v.string()),
	/** The person who acted. */
	actor: optional('actor', ActivityPerson),
	/** The person towards whom they acted. */
	target: optional('target', ActivityPerson),
	/** A reason, a device, a permission or a new name. */
	detail: optional('detail', v.string()),
})
export type ActivityEntry = ReturnType<typeof ActivityEntry.decode>

export const meetingReport = {
	activity: call({
		route: 'GET /meeting/meetings/:id/activity',
		summary:
			'What happened in a meeting, oldest first, for its host and its creator: who came and left, who was let in by whom, and what those who ran it did.',
		who: 'member',
		rateLimit: { times: 20, perS: 60 },
		input: shape({ id: field('id', MeetingId) }),
		output: shape({ entries: field('data', array(ActivityEntry)) }),
		refusals: {},
	}),
}
