import { callApi } from '../../api/index.ts'
import { storage } from '../../storage/index.ts'
import type { Arrival } from './arrival.ts'
import { type Finished, type FinishOutside, finishSignIn } from './finish.ts'
import { noteSignIn } from './justSignedIn.ts'
import { becomeMember } from './store.ts'

// OP-050: there is no box for it; whoever signs in stays signed in.
const staySignedIn = true

/** What letting somebody in touches here. */
export const ownFinish: FinishOutside = {
	ask: callApi,
	keepToken: token => storage.keepToken(token, staySignedIn),
	forgetToken: () => storage.forgetToken(),
	becomeMember(user, token) {
		becomeMember(user, token, staySignedIn)
		noteSignIn()
	},
}

/** Signs in whoever this token was given to, whichever way they proved who they are. */
export const finishWith = (token: string, arrival: Arrival): Promise<Finished> =>
	finishSignIn(token, arrival, ownFinish)
