import { workplace } from '@parley/api'
import type { ApiFailure, CallApi } from '../../api/index.ts'
import { away } from '../account/index.ts'
import type { Finished } from '../session/index.ts'
import { checkRefused, type IdentityCheck, toIdentityCheck } from './socialSignIn.ts'

/** Signs in with what the workplace app says of somebody (SOC-17, SOC-18). */
export async function signInWithWorkplace(
	proof: string | undefined,
	{ ask, finish }: { ask: CallApi; finish(token: string): Promise<Finished> },
): Promise<Extract<IdentityCheck, { at: 'through' | 'turned-away' }>> {
	if (!proof) return { at: 'turned-away', why: away('noIdentity', 'sign-in') }
	const answer = await ask(workplace.login, { proof, staySignedIn: true }, { quiet: true, handles401: true })
	if (answer.ok) return toIdentityCheck(await finish(answer.value.token))
	const why = checkRefused(answer.failure as ApiFailure<never>)
	// There is no button that brings the other app to the front: from here one signs in another way.
	return { at: 'turned-away', why: { ...why, remedy: 'sign-in' } }
}
