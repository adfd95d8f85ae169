import { support, type User } from '@parley/api'
import { cleanText, limits, ok, stripEmoji, truncate } from '@parley/core'
import type { ApiFailure, CallApi } from '../../api/index.ts'
import { type Answered, away, type CommonSaying, commonly } from '../account/index.ts'

export type ComplaintSaying = CommonSaying | 'contentInvalid'

/** A complaint as typed: no emoji, at most 200 characters; its lines stay (COMP-02). */
export const complaintWhileTyping = (text: string): string => truncate(stripEmoji(text), limits.complaintMax)

/** There is something in it (COMP-01). */
export const isComplaint = (text: string): boolean => cleanText(text) !== ''

/** Sends a complaint, with who complains beside it (API-28). */
export async function complain(
	typed: string,
	user: Pick<User, 'id' | 'displayName'>,
	ask: CallApi,
): Promise<Answered<undefined, ComplaintSaying>> {
	const content = complaintWhileTyping(typed).trim()
	const complaint = { content, displayName: user.displayName, userId: user.id }
	const answer = await ask(support.complain, complaint, { quiet: true, handles401: true })
	if (answer.ok) return ok(undefined)
	if (answer.failure.refusal === 'contentInvalid') return { ok: false, failure: away('contentInvalid') }
	return { ok: false, failure: commonly(answer.failure as ApiFailure) }
}
