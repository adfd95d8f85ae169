import { MeetingId } from '@parley/core'
import * as v from 'valibot'
import { call } from './call.ts'
import { array, field, flag, integer, shape } from './codec.ts'

/** A message to everyone in a meeting. */
export const KeptMessage = shape({
	/** Unique among the messages of the meeting. */
	id: field('id', v.string()),
	/** The name its author had in the room. */
	name: field('name', v.string()),
	text: field('text', v.string()),
	/** In ms since 1970. */
	at: field('time', integer),
})
export type KeptMessage = ReturnType<typeof KeptMessage.decode>

export const roomChat = {
	messages: call({
		route: 'GET /meeting/meetings/:id/chat',
		summary:
			'The newest messages that were written to everyone in a meeting, oldest first, for members who were there; nothing for others. Private messages are not among them.',
		who: 'member',
		rateLimit: { times: 60, perS: 60 },
		input: shape({ id: field('id', MeetingId) }),
		output: shape({
			messages: field('data', array(KeptMessage)),
			/** There were earlier ones. */
			isCut: field('is_cut', flag),
		}),
		refusals: {},
	}),
}
