import { session } from '@parley/api'
import { delays } from '@parley/core'
import { type CallApi, callApi, isNetworkFailure } from '../../api/index.ts'
import { storage } from '../../storage/index.ts'
import { getCurrentPerson, setGuest, updateMember } from './store.ts'

export interface RefreshSessionDeps {
	callApi: CallApi
	hasUser(): boolean
	saveToken(accessToken: string): void
	setGuest(): void
}

/** Exchanges the stored token for a new one, also where the person behind it is not known yet (REG-16). */
export const renewToken = (call: CallApi = callApi) =>
	call(session.refresh, { staySignedIn: true }, { quiet: true, handles401: true })

/**
 * Exchanges the token without showing anything (LAND-15, HTTP-13). A refused refresh clears the stored token (HTTP-12);
 * a network failure proves nothing, so the person stays signed in.
 */
export async function refreshSession(deps: RefreshSessionDeps = ownDeps): Promise<'member' | 'guest' | 'unknown'> {
	if (!deps.hasUser()) return 'guest'
	const refreshed = await renewToken(deps.callApi)
	if (refreshed.ok) {
		deps.saveToken(refreshed.value.token)
		return 'member'
	}
	if (isNetworkFailure(refreshed.failure)) return 'unknown'
	deps.setGuest()
	return 'guest'
}

const ownDeps: RefreshSessionDeps = {
	callApi,
	hasUser: () => getCurrentPerson().kind === 'member',
	saveToken(token) {
		storage.saveToken(token, true)
		refreshed = { token, at: Date.now() }
	},
	setGuest,
}

/** The token of the last refresh. */
let refreshed: { token: string; at: number } | undefined

/**
 * Ends the session where a token that has just been refreshed is refused: refreshing it again would change nothing, and
 * the index would lead to the same refusal (HTTP-09). False where the token may only be old.
 */
export function endRefusedSession(refusedToken: string | undefined): boolean {
	if (!refreshed || refreshed.token !== refusedToken || Date.now() - refreshed.at > delays.freshTokenMs) return false
	// Nothing is stored where another call of the same screen was refused before this one.
	const stored = storage.read('accessToken')
	if (stored !== undefined && stored !== refusedToken) return false
	setGuest()
	return true
}

/** Fetches who is signed in again, after something about them changed. */
export async function refreshPerson(): Promise<void> {
	const me = await callApi(session.me, {}, { quiet: true })
	if (me.ok) updateMember(me.value)
}
