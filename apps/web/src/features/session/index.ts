export { AgreementCheckbox, type AgreementCheckboxProps } from './AgreementCheckbox.tsx'
export type { SignInOutcome } from './completeSignIn.ts'
export {
	getAvailableDestination,
	getSignInReason,
	type SignInDestination,
	type SignInReason,
	type SignInSearch,
} from './destination.ts'
export { signOutLocally } from './forgetPerson.ts'
export { hasJustSignedIn } from './justSignedIn.ts'
export { getPersonScope } from './keptFor.ts'
export { getLandingAction, type LandingAction } from './landingAction.ts'
export { type SignInMethod, useSignInMethod } from './mode.ts'
export { completeSignInWithToken } from './person.ts'
export { refreshSession } from './refresh.ts'
export { refreshPerson, renewToken } from './renewal.ts'
export { SignInForm, type SignInFormProps } from './SignInForm.tsx'
export { SmsSignIn } from './SmsSignIn.tsx'
export { signOut, trySignOut } from './signOut.ts'
export { getCurrentPerson, getCurrentUserId, type Person, updateMember, useSession } from './store.ts'
export { syncWithOtherTabs } from './tabSync.ts'
export { signInReasonText } from './words.ts'
export { switchWorkingCompany } from './workIn.ts'
