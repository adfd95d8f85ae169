import type { meeting as calls, Meeting } from '@parley/api'
import { meetingStatus } from '@parley/core'
import type { ApiFailure } from '../../../api/index.ts'

/** What taking a meeting away means now: one in progress ends, another goes (DEL-01, DEL-02). */
export interface Removal {
	act: 'end' | 'delete'
	/** Which of the six questions is asked (DEL-03, OP-090). */
	asks: `${'end' | 'deleteComing' | 'deleteOver'}${'Room' | 'Meeting'}`
}

export function removalOf({ status, isRecurring }: Pick<Meeting, 'status' | 'isRecurring'>): Removal {
	const kind = isRecurring ? 'Room' : 'Meeting'
	if (status === meetingStatus.inProgress) return { act: 'end', asks: `end${kind}` }
	return { act: 'delete', asks: status === meetingStatus.over ? `deleteOver${kind}` : `deleteComing${kind}` }
}

export type RemovalFailure = ApiFailure<typeof calls.close> | ApiFailure<typeof calls.remove>

/** Why a meeting is still there; each is one sentence on the screen. */
export type RemovalSaying = 'gone' | 'running' | 'notAllowed' | 'unreachable' | 'failed'

export function removalSaying({ refusal }: RemovalFailure): RemovalSaying {
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
export const isOutdated = (saying: RemovalSaying): boolean => saying === 'gone' || saying === 'running'
