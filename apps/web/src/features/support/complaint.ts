import { support, type User } from '@parley/api'
import { cleanText, limits, type MeetingId, stripEmoji, truncate } from '@parley/core'
import type { CallApi, RefusalTable } from '../../api/index.ts'
import { callForForm, type ErrorEntry } from '../../forms/index.ts'
import { m } from '../../locales/index.ts'

/** No emoji, at most 200 characters; line breaks stay (COMP-02). */
export const filterComplaint = (text: string): string => truncate(stripEmoji(text), limits.complaintMax)

/** COMP-01 */
export const isComplaintFilled = (text: string): boolean => cleanText(text) !== ''

const refusals: RefusalTable<typeof support.complain, ErrorEntry<never>> = {
	contentInvalid: { message: m.support_error_contentInvalid },
}

const reportRefusals: RefusalTable<typeof support.reportProblem, ErrorEntry<never>> = refusals

/** Sends what is wrong with a live, of anybody who watches it; `figures` is what their player says of itself. */
export const reportProblem = (problem: { meetingId: MeetingId; text: string; figures: string }, callApi: CallApi) => {
	const { text, ...rest } = problem
	return callForForm(callApi, support.reportProblem, { ...rest, content: filterComplaint(text).trim() }, reportRefusals)
}

/** Sends a complaint with the name and id of the person (API-28). */
export function sendComplaint(text: string, user: Pick<User, 'id' | 'displayName'>, callApi: CallApi) {
	const content = filterComplaint(text).trim()
	return callForForm(callApi, support.complain, { content, displayName: user.displayName, userId: user.id }, refusals)
}
