import { session } from '@parley/api'
import { ask } from '../../api/index.ts'
import { becomeGuest } from './store.ts'

/** Ends the session here and on the server; whatever the server answers, nobody is signed in here afterwards. */
export async function signOut(): Promise<void> {
	await ask(session.logout, {}, { quiet: true, own401: true })
	becomeGuest()
}
