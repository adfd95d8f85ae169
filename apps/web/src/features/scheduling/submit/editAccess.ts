import type { meeting as calls, MeetingForm, OutputOf } from '@parley/api'
import type { Result } from '@parley/core'
import type { ApiFailure } from '../../../api/index.ts'

type ExistsResult = Result<OutputOf<typeof calls.exists>, ApiFailure<typeof calls.exists>>
type FormResult = Result<OutputOf<typeof calls.form>, ApiFailure<typeof calls.form>>

/** What comes of asking whether a meeting may be edited, and what it is like. */
export type EditAccess =
	| { at: 'open'; meeting: MeetingForm; isFixed: boolean }
	| { at: 'turned-away'; says: 'editFail2' | 'editFail3' }
	| { at: 'login' }
	| { at: 'failed'; why: 'unreachable' | 'broken' }
	| { at: 'called-off' }

/**
 * EDIT-01, EDIT-02, EDIT-12, OP-086: a meeting that is not there, or that cannot be changed and is on no OA site, is
 * not edited; one of an OA site stands, with nothing to change but who is invited.
 */
export function toEditAccess(exists: ExistsResult, asked: FormResult): EditAccess {
	if (!exists.ok) return toEditDenied(exists.failure.refusal)
	const { canUpdate, isOa } = exists.value
	if (!canUpdate && !isOa) return { at: 'turned-away', says: 'editFail3' }
	if (!asked.ok) return toEditDenied(asked.failure.refusal)
	const { meeting } = asked.value
	return { at: 'open', meeting, isFixed: meeting.canEditOnlyAttendees || !canUpdate }
}

function toEditDenied(refusal: ApiFailure['refusal']): EditAccess {
	switch (refusal) {
		case 'missing':
			return { at: 'turned-away', says: 'editFail2' }
		case 'forbidden':
			return { at: 'turned-away', says: 'editFail3' }
		case 'signedOut':
			return { at: 'login' }
		case 'cancelled':
			return { at: 'called-off' }
		case 'offline':
		case 'timeout':
			return { at: 'failed', why: 'unreachable' }
		default:
			return { at: 'failed', why: 'broken' }
	}
}
