import { session } from '@parley/api'
import { ask } from '../../api/index.ts'
import { updateMember } from './store.ts'

/** The token kept here exchanged for a new one, also where the person behind it is not known yet (REG-16). */
export const renewed = () => ask(session.refresh, { staySignedIn: true }, { quiet: true, own401: true })

/** Asks anew who is signed in, after something about them changed. */
export async function refreshPerson(): Promise<void> {
	const me = await ask(session.me, {}, { quiet: true })
	if (me.ok) updateMember(me.value)
}
