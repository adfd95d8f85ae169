export { AgreementCheckbox, type AgreementCheckboxProps } from './AgreementCheckbox.tsx'
export type { SignInOutcome } from './completeSignIn.ts'
export { completeSignInWithToken, hasJustSignedIn } from './completeSignIn.ts'
export {
	getLandingAction,
	getSignInReason,
	type LandingAction,
	type SignInDestination,
	type SignInReason,
	type SignInSearch,
	signInReasonText,
} from './destination.ts'
export { endRefusedSession, refreshPerson, refreshSession, renewToken } from './refresh.ts'
export { SignInForm, type SignInFormProps } from './SignInForm.tsx'
export { SmsForm } from './SmsForm.tsx'
export { signOut, trySignOut } from './signOut.ts'
export {
	getCurrentPerson,
	getCurrentUserId,
	getPersonScope,
	type MemberSession,
	type SessionState,
	signOutLocally,
	switchWorkingCompany,
	updateMember,
	useSession,
} from './store.ts'
export { syncWithOtherTabs } from './tabSync.ts'
export { type SignInMethod, useSignInMethod } from './useSignIn.ts'
