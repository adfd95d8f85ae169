import { session } from '@parley/api'
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
	saveToken: token => storage.saveToken(token, true),
	setGuest,
}

/** Fetches who is signed in again, after something about them changed. */
export async function refreshPerson(): Promise<void> {
	const me = await callApi(session.me, {}, { quiet: true })
	if (me.ok) updateMember(me.value)
}
