import { session } from '@parley/api'
import { ok, type Result, refused } from '@parley/core'
import { callApi } from '../../api/index.ts'
import { setGuest } from './store.ts'

/** Ends the session on the server and, whatever it answers, here. */
export async function signOut(): Promise<void> {
	await callApi(session.logout, {}, { quiet: true, handles401: true })
	setGuest()
}

/**
 * Ends the session on the server and then here. If the server refuses or does not answer, the person stays signed in and
 * can try again: otherwise the session would continue on the server (PERS-31, PERS-32).
 *
 * @param everywhere ends every session of the person (API-09)
 */
export async function trySignOut(everywhere = false): Promise<Result<undefined, 'refused' | 'timeout' | 'offline'>> {
	const result = await callApi(session.logout, everywhere ? { everywhere } : {}, { quiet: true, handles401: true })
	if (!result.ok && result.failure.refusal !== 'signedOut') return refused(getReason(result.failure))
	setGuest()
	return ok(undefined)
}

const getReason = ({ refusal }: { refusal: string }) =>
	refusal === 'timeout' || refusal === 'offline' ? refusal : 'refused'
