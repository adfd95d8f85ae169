import { challenge } from '@parley/api'
import { callApi } from '../../api/index.ts'
import { newSessionId } from './sessionId.ts'

const silently = { quiet: true, handles401: true }

/**
 * Whether the server asks this caller for the challenge (LOGIN-34). No answer counts as no: where it is needed after
 * all, the call it is for says so.
 */
export async function isChallengeOpen(): Promise<boolean> {
	const answer = await callApi(challenge.isOpen, {}, silently)
	return answer.ok && answer.value.isOpen
}

/** Has the server make a new challenge where none is shown; whatever was issued before is void (LOGIN-40, OP-023). */
export async function voidChallenge(): Promise<void> {
	await callApi(challenge.issue, { sessionId: newSessionId() }, silently)
}
