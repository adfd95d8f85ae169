import type { meeting as calls, Meeting } from '@parley/api'
import { meetingStatus } from '@parley/core'
import type { ApiFailure } from '../../../api/index.ts'

/** What taking a meeting away means now: one in progress ends, another goes (DEL-01, DEL-02). */
export interface Removal {
	action: 'end' | 'delete'
	/** Which of the six questions is asked (DEL-03, OP-090). */
	question: `${'end' | 'deleteComing' | 'deleteOver'}${'Room' | 'Meeting'}`
}

export function getRemoval({ status, isRecurring }: Pick<Meeting, 'status' | 'isRecurring'>): Removal {
	const kind = isRecurring ? 'Room' : 'Meeting'
	if (status === meetingStatus.inProgress) return { action: 'end', question: `end${kind}` }
	return { action: 'delete', question: status === meetingStatus.over ? `deleteOver${kind}` : `deleteComing${kind}` }
}

export type RemovalFailure = ApiFailure<typeof calls.close> | ApiFailure<typeof calls.remove>

/** Why a meeting is still there; each is one sentence on the screen. */
export type RemovalErrorKey = 'gone' | 'running' | 'notAllowed' | 'unreachable' | 'failed'

export function removalErrorKey({ refusal }: RemovalFailure): RemovalErrorKey {
	switch (refusal) {
		case 'missing':
			return 'gone'
		case 'inProgress':
			return 'running'
		case 'forbidden':
			return 'notAllowed'
		case 'offline':
		case 'timeout':
			return 'unreachable'
		default:
			return 'failed'
	}
}

/** What was seen is out of date, so the list is asked for again (DEL-05). */
export const isOutdated = (saying: RemovalErrorKey): boolean => saying === 'gone' || saying === 'running'
