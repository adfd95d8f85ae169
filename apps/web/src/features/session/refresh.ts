import { session } from '@parley/api'
import type { CallApi } from '../../api/index.ts'
import { callApi } from '../../api/index.ts'
import { storage } from '../../storage/index.ts'
import { becomeGuest, currentPerson } from './store.ts'

export interface RefreshOutside {
	ask: CallApi
	hasUser(): boolean
	keepToken(accessToken: string): void
	becomeGuest(): void
}

/**
 * Exchanges the token without showing anything (LAND-15, HTTP-13). A refused refresh clears the stored token (HTTP-12);
 * a network that does not answer proves nothing, so the person stays signed in and may try again.
 */
export async function refreshSilently(outside: RefreshOutside): Promise<'member' | 'guest' | 'unknown'> {
	if (!outside.hasUser()) return 'guest'
	const refreshed = await outside.ask(session.refresh, { staySignedIn: true }, { quiet: true, handles401: true })
	if (refreshed.ok) {
		outside.keepToken(refreshed.value.token)
		return 'member'
	}
	const { refusal } = refreshed.failure
	if (refusal === 'offline' || refusal === 'timeout' || refusal === 'cancelled') return 'unknown'
	outside.becomeGuest()
	return 'guest'
}

const outside: RefreshOutside = {
	ask: callApi,
	hasUser: () => currentPerson().kind === 'member',
	keepToken: token => storage.keepToken(token, true),
	becomeGuest,
}

/** Refreshes the session of whoever is kept here; says who they are then. */
export const refreshSession = () => refreshSilently(outside)
