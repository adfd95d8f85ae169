import { MeetingId } from '@parley/core'
import * as v from 'valibot'
import { call } from './call.ts'
import { array, empty, field, flag, integer, optional, shape, text } from './codec.ts'

const ActivityPerson = shape({
	/** The name they had at that moment. */
	name: field('name', v.string()),
	/** Guests may take any name. */
	isGuest: field('is_guest', flag),
	/** Tells members apart who have the same name; the same within one answer. Missing for guests. */
	person: optional('person', integer),
})

/** One entry of what happened in a meeting. */
export const ActivityEntry = shape({
	/** In ms since 1970. */
	at: field('time', integer),
	/** A `RoomActivityAction`; a newer server may know others. */
	action: field('action', v.string()),
	/** The person who acted. */
	actor: optional('actor', ActivityPerson),
	/** The person towards whom they acted. */
	target: optional('target', ActivityPerson),
	/** A reason, a device, a permission or a new name. */
	detail: optional('detail', v.string()),
})
export type ActivityEntry = ReturnType<typeof ActivityEntry.decode>

/** How a meeting was on the line of one person. */
export const PersonQuality = shape({
	/** The id of this row, the same whenever it is read. */
	id: field('id', v.string()),
	name: field('name', v.string()),
	isGuest: field('is_guest', flag),
	/** In ms since 1970. */
	joinedAt: field('joined', integer),
	/** Missing while the person is in the meeting. */
	leftAt: optional('left', integer),
	/** False where their page has sent no figures. */
	isReported: field('is_reported', flag),
	joinMs: optional('join_ms', integer),
	firstFrameMs: optional('first_frame_ms', integer),
	freezes: field('freezes', integer),
	freezeMs: field('freeze_ms', integer),
	/** The end of the half minute in which it was worst. */
	worstFreezeAt: optional('worst_freeze', integer),
	concealedMs: field('concealed_ms', integer),
	worstSoundAt: optional('worst_sound', integer),
	/** The loss of packets to this person, in per cent. */
	lostPercent: field('lost_percent', v.number()),
	/** The loss of packets from this person. */
	sentLostPercent: field('sent_lost_percent', v.number()),
	reconnects: field('reconnects', integer),
	receivedHeight: field('received_height', integer),
	sentHeight: field('sent_height', integer),
})
export type PersonQuality = ReturnType<typeof PersonQuality.decode>

/** How a person found a call, worst first. */
export const callRatings = ['poor', 'ok', 'great'] as const
export type CallRating = (typeof callRatings)[number]

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
	quality: call({
		route: 'GET /meeting/meetings/:id/quality',
		summary:
			'How a meeting was on the line of each person, the last time that it was held, and how people rated it; for its host and its creator, for seven days.',
		who: 'member',
		rateLimit: { times: 60, perS: 60 },
		input: shape({ id: field('id', MeetingId) }),
		output: shape({
			people: field('data', array(PersonQuality)),
			/** Numbers of ratings. */
			poor: field('rated_poor', integer),
			ok: field('rated_ok', integer),
			great: field('rated_great', integer),
		}),
		refusals: {},
	}),
	rate: call({
		route: 'POST /meeting/visits/rating',
		summary:
			'Keeps how a person found a call, in place of what they said before; `missing` where the token proves no visit of the last days.',
		who: 'anyone',
		rateLimit: { times: 30, perS: 60, crowd: 1 },
		input: shape({
			/** The visit token of the participant (`enter`). */
			visitToken: field('visit', text(2048)),
			rating: field('rating', v.picklist(callRatings)),
		}),
		output: empty,
		refusals: {},
	}),
}
