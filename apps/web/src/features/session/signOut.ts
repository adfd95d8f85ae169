import { session } from '@parley/api'
import { ok, type Result, refused } from '@parley/core'
import { callApi } from '../../api/index.ts'
import { setGuest } from './store.ts'

/** Ends the session here and on the server; whatever the server answers, nobody is signed in here afterwards. */
export async function signOut(): Promise<void> {
	await callApi(session.logout, {}, { quiet: true, handles401: true })
	setGuest()
}

/**
 * Ends the session on the server first. What it refuses, or does not answer, is said, and the person stays signed in to
 * try again: a session forgotten here alone would go on there (PERS-31, PERS-32).
 */
export async function trySignOut(): Promise<Result<undefined, 'refused' | 'timeout' | 'offline'>> {
	const left = await callApi(session.logout, {}, { quiet: true, handles401: true })
	if (!left.ok && left.failure.refusal !== 'signedOut') return refused(reasonOf(left.failure))
	setGuest()
	return ok(undefined)
}

const reasonOf = ({ refusal }: { refusal: string }) =>
	refusal === 'timeout' || refusal === 'offline' ? refusal : 'refused'
