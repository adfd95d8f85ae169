import { MeetingId } from '@parley/core'
import { call } from './call.ts'
import { empty, field, shape } from './codec.ts'

/** Calls to a meeting that starts; they arrive through messaging (`videoNotice`). */
export const calling = {
	decline: call({
		route: 'POST /meeting/declineCall',
		summary: 'Says no to the call to a meeting: it rings on none of the devices of this person any more.',
		who: 'member',
		rateLimit: { times: 60, perS: 60 },
		input: shape({ meetingId: field('meetingId', MeetingId) }),
		output: empty,
		refusals: {},
	}),
}
