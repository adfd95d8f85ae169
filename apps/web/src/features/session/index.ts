import { session } from '@parley/api'
import { ask } from '../../api/index.ts'
import { storage } from '../../storage/index.ts'
import { type RefreshOutside, refreshSilently } from './refresh.ts'
import { becomeGuest, currentPerson } from './store.ts'

export { type Arrival, type Destination, nearest } from './arrival.ts'
export { type Entry, entryOf } from './entry.ts'
export { SignInForm, type SignInFormProps } from './SignInForm.tsx'
export { currentPerson, currentUserId, type Person, useSession } from './store.ts'

const outside: RefreshOutside = {
	ask,
	hasUser: () => currentPerson().at === 'member',
	keepToken: token => storage.keepToken(token, true),
	becomeGuest,
}

/** Refreshes the session of whoever is kept here; says who they are then. */
export const refreshSession = () => refreshSilently(outside)

/** Ends the session here and on the server; whatever the server answers, nobody is signed in here afterwards. */
export async function signOut(): Promise<void> {
	await ask(session.logout, {}, { quiet: true, own401: true })
	becomeGuest()
}
