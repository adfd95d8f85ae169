import { digitsWhileTyping, limits, parseFlag } from '@parley/core'

/** How somebody came to the join screen (JOIN-02, OP-002, OP-145). */
export type JoinTarget = { id: 'typed' } | { id: 'given'; meetingId: string; hasPassword: boolean }

/** The word of own links; the other spelling is read as well. */
export const meetingIdPlaceholder = 'unkonw'

export function parseJoinParams({ meetingId, hasPwd }: { meetingId: string; hasPwd: string }): JoinTarget {
	if (meetingId === meetingIdPlaceholder || meetingId === 'unknown') return { id: 'typed' }
	return {
		id: 'given',
		meetingId: digitsWhileTyping(meetingId, limits.meetingIdMax),
		hasPassword: parseFlag(hasPwd),
	}
}

/**
 * What a person had filled in before signing in came between. It travels in an address, so no password is in it: who
 * needs one is asked again.
 */
export interface JoinPrefill {
	meetingId?: string | undefined
	displayName?: string | undefined
}

export const serializePrefill = ({ meetingId, displayName }: JoinPrefill): string =>
	JSON.stringify({ meeting_id: meetingId, display_name: displayName })

/** Reads {@link serializePrefill}, and any other JSON of a meeting a link may carry; never throws. */
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
