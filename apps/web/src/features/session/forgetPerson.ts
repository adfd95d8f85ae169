import { storage } from '../../storage/index.ts'
import { becomeGuest } from './store.ts'

/** Forgets who is signed in, here alone; which sign-in was used last goes too (BIND-14, OP-135). */
export function forgetPerson() {
	becomeGuest()
	storage.write('activeType', undefined)
}
