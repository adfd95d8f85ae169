import { storage } from '../../storage/index.ts'
import { setGuest } from './store.ts'

/** Forgets who is signed in, here alone; which sign-in was used last goes too (BIND-14, OP-135). */
export function signOutLocally() {
	setGuest()
	storage.write('activeType', undefined)
}
