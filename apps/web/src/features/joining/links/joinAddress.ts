import { digitsWhileTyping, limits, parseFlag } from '@parley/core'

/** Source of the meeting id: typed on the join screen, or given in the address (JOIN-02, OP-002, OP-145). */
export type JoinTarget = { type: 'typed' } | { type: 'given'; meetingId: string; hasPassword: boolean }

/** Replaces the id in the addresses of our links; the correct spelling is accepted as well. */
export const meetingIdPlaceholder = 'unkonw'

export function parseJoinParams({ meetingId, hasPwd }: { meetingId: string; hasPwd: string }): JoinTarget {
	if (meetingId === meetingIdPlaceholder || meetingId === 'unknown') return { type: 'typed' }
	return {
		type: 'given',
		meetingId: digitsWhileTyping(meetingId, limits.meetingIdMax),
		hasPassword: parseFlag(hasPwd),
	}
}

/**
 * Values entered before signing in, to be filled in again afterwards. They travel in an address, so the password is not
 * among them.
 */
export interface JoinPrefill {
	meetingId?: string | undefined
	displayName?: string | undefined
}

export const serializePrefill = ({ meetingId, displayName }: JoinPrefill): string =>
	JSON.stringify({ meeting_id: meetingId, display_name: displayName })

/** Parses {@link serializePrefill}, and any other JSON of a meeting that a link may carry; never throws. */
export function parsePrefill(text: string | undefined): JoinPrefill {
	const read = parseJson(text)
	const { meeting_id, display_name } = (typeof read === 'object' && read !== null ? read : {}) as Record<
		string,
		unknown
	>
	return {
		...(isText(meeting_id) && { meetingId: digitsWhileTyping(meeting_id, limits.meetingIdMax) }),
		...(isText(display_name) && { displayName: display_name }),
	}
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function parseJson(text: string | undefined): unknown {
	try {
		return JSON.parse(text ?? 'null')
	} catch {
		return undefined
	}
}
