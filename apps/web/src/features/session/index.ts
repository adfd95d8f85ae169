import { callApi } from '../../api/index.ts'
import { storage } from '../../storage/index.ts'
import { type RefreshOutside, refreshSilently } from './refresh.ts'
import { becomeGuest, currentPerson } from './store.ts'

export { Agreement, type AgreementProps } from './Agreement.tsx'
export { type Arrival, built, type Destination, type Reason, reasonOf } from './arrival.ts'
export { putAside } from './aside.ts'
export { type Entry, entryOf } from './entry.ts'
export type { Finished } from './finish.ts'
export { forgetPerson } from './forgetPerson.ts'
export { hasJustSignedIn } from './justSignedIn.ts'
export { keptFor } from './keptFor.ts'
export { type SignInMode, useSignInMode } from './mode.ts'
export { followOtherTabs } from './otherTabs.ts'
export { finishWith } from './person.ts'
export { refreshPerson, renewed } from './renewal.ts'
export { SignInForm, type SignInFormProps } from './SignInForm.tsx'
export { SmsSignIn } from './SmsSignIn.tsx'
export { leave, signOut } from './signOut.ts'
export { currentPerson, currentUserId, type Person, updateMember, useSession } from './store.ts'
export { reasonWords } from './words.ts'
export { workIn } from './workIn.ts'

const outside: RefreshOutside = {
	ask: callApi,
	hasUser: () => currentPerson().kind === 'member',
	keepToken: token => storage.keepToken(token, true),
	becomeGuest,
}

/** Refreshes the session of whoever is kept here; says who they are then. */
export const refreshSession = () => refreshSilently(outside)
