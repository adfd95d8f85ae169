import { meeting as calls, type Meeting } from '@parley/api'
import { meetingStatus } from '@parley/core'
import { type ApiFailure, callApi, type GeneralRefusal, type RefusalTable, valueOfFailure } from '../../../api/index.ts'
import { m } from '../../../locales/index.ts'

/** Removal of a meeting: one in progress is ended, any other deleted (DEL-01, DEL-02). */
export interface Removal {
	action: 'end' | 'delete'
	/** Which of the six questions is asked (DEL-03, OP-090). */
	question: `${'end' | 'deleteUpcoming' | 'deleteOver'}${'Series' | 'Meeting'}`
}

export function getRemoval({ status, isRecurring }: Pick<Meeting, 'status' | 'isRecurring'>): Removal {
	const kind = isRecurring ? 'Series' : 'Meeting'
	if (status === meetingStatus.inProgress) return { action: 'end', question: `end${kind}` }
	return {
		action: 'delete',
		question: status === meetingStatus.ended ? `deleteOver${kind}` : `deleteUpcoming${kind}`,
	}
}

/** Title and consequence of each question. */
export const removalQuestions = {
	endMeeting: [m.meeting_ask_endMeeting, m.meeting_ask_endMeeting_text],
	endSeries: [m.meeting_ask_endSeries, m.meeting_ask_endSeries_text],
	deleteUpcomingMeeting: [m.meeting_ask_deleteUpcomingMeeting, m.meeting_ask_deleteUpcomingMeeting_text],
	deleteUpcomingSeries: [m.meeting_ask_deleteUpcomingSeries, m.meeting_ask_deleteUpcomingSeries_text],
	deleteOverMeeting: [m.meeting_ask_deleteOverMeeting, m.meeting_ask_deleteOverMeeting_text],
	deleteOverSeries: [m.meeting_ask_deleteOverSeries, m.meeting_ask_deleteOverSeries_text],
} as const satisfies Record<Removal['question'], readonly [() => string, () => string]>

/** Why a meeting was not removed. */
export interface RemovalError {
	message(): string
	/** The page's data on the meeting is out of date (DEL-05). */
	isOutdated?: true
}

const failed: RemovalError = { message: m.meeting_removal_failed }
const unreachable: RemovalError = { message: m.meeting_removal_unreachable }

const generalErrors = {
	missing: { message: m.meeting_removal_gone, isOutdated: true },
	forbidden: { message: m.meeting_removal_notAllowed },
	signedOut: failed,
	staleToken: failed,
	invalidInput: failed,
	tooMany: failed,
	phoneNeeded: failed,
	profileNeeded: failed,
	broken: failed,
	unknown: failed,
} as const satisfies Record<GeneralRefusal, RemovalError>

const endErrors: RefusalTable<typeof calls.close, RemovalError, GeneralRefusal> = generalErrors
const deleteErrors: RefusalTable<typeof calls.remove, RemovalError, GeneralRefusal> = {
	...generalErrors,
	inProgress: { message: m.meeting_removal_running, isOutdated: true },
}

export const endError = (failure: ApiFailure<typeof calls.close>): RemovalError =>
	valueOfFailure(failure, endErrors, unreachable)

export const deleteError = (failure: ApiFailure<typeof calls.remove>): RemovalError =>
	valueOfFailure(failure, deleteErrors, unreachable)

/** Ends or deletes a meeting; undefined where it is done. */
export async function removeMeeting(
	{ meetingId: id }: Pick<Meeting, 'meetingId'>,
	action: Removal['action'],
): Promise<RemovalError | undefined> {
	if (action === 'end') {
		const ended = await callApi(calls.close, { id }, { quiet: true })
		return ended.ok ? undefined : endError(ended.failure)
	}
	const deleted = await callApi(calls.remove, { id }, { quiet: true })
	return deleted.ok ? undefined : deleteError(deleted.failure)
}
