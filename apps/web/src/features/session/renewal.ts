import { session } from '@parley/api'
import { callApi } from '../../api/index.ts'
import { updateMember } from './store.ts'

/** The token kept here exchanged for a new one, also where the person behind it is not known yet (REG-16). */
export const renewToken = () => callApi(session.refresh, { staySignedIn: true }, { quiet: true, handles401: true })

/** Asks anew who is signed in, after something about them changed. */
export async function refreshPerson(): Promise<void> {
	const me = await callApi(session.me, {}, { quiet: true })
	if (me.ok) updateMember(me.value)
}
