import { session } from '@parley/api'
import type { CallApi } from '../../api/index.ts'
import { callApi } from '../../api/index.ts'
import { storage } from '../../storage/index.ts'
import { getCurrentPerson, setGuest } from './store.ts'

export interface RefreshSessionDeps {
	callApi: CallApi
	hasUser(): boolean
	saveToken(accessToken: string): void
	setGuest(): void
}

/**
 * Exchanges the token without showing anything (LAND-15, HTTP-13). A refused refresh clears the stored token (HTTP-12);
 * a network that does not answer proves nothing, so the person stays signed in and may try again.
 */
export async function refreshSilently(outside: RefreshSessionDeps): Promise<'member' | 'guest' | 'unknown'> {
	if (!outside.hasUser()) return 'guest'
	const refreshed = await outside.callApi(session.refresh, { staySignedIn: true }, { quiet: true, handles401: true })
	if (refreshed.ok) {
		outside.saveToken(refreshed.value.token)
		return 'member'
	}
	const { refusal } = refreshed.failure
	if (refusal === 'offline' || refusal === 'timeout' || refusal === 'cancelled') return 'unknown'
	outside.setGuest()
	return 'guest'
}

const outside: RefreshSessionDeps = {
	callApi: callApi,
	hasUser: () => getCurrentPerson().kind === 'member',
	saveToken: token => storage.saveToken(token, true),
	setGuest: setGuest,
}

/** Refreshes the session of whoever is kept here; says who they are then. */
export const refreshSession = () => refreshSilently(outside)
