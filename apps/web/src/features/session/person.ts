import { callApi } from '../../api/index.ts'
import { storage } from '../../storage/index.ts'
import { type CompleteSignInDeps, completeSignIn, type SignInOutcome } from './completeSignIn.ts'
import type { SignInSearch } from './destination.ts'
import { recordSignIn } from './justSignedIn.ts'
import { setMember } from './store.ts'

// OP-050: there is no box for it; whoever signs in stays signed in.
const staySignedIn = true

/** What letting somebody in touches here. */
export const completeSignInDeps: CompleteSignInDeps = {
	callApi: callApi,
	saveToken: token => storage.saveToken(token, staySignedIn),
	removeToken: () => storage.removeToken(),
	setMember(user, token) {
		setMember(user, token, staySignedIn)
		recordSignIn()
	},
}

/** Signs in whoever this token was given to, whichever way they proved who they are. */
export const completeSignInWithToken = (token: string, arrival: SignInSearch): Promise<SignInOutcome> =>
	completeSignIn(token, arrival, completeSignInDeps)
