export { encryptPassword, preloadEncryption } from './encryptPassword.ts'
export { bindMobile } from './mobileBinding.ts'
export { NewPasswordFields } from './NewPasswordFields.tsx'
export { isValidNewPassword } from './newPassword.ts'
export { OaFields } from './OaFields.tsx'
export {
	callWithOa,
	isOaFilled,
	type OaField,
	type OaRefusalTable,
	type OaResult,
	type OaValues,
	oaRefusals,
} from './oaAccount.ts'
export { PasswordRuleList } from './PasswordRuleList.tsx'
export { notRegisteredError, passwordResetSchema, resetPassword, verifyResetCode } from './passwordReset.ts'
export { completeProfile, continueSignedIn, getProfileOwner, profileSchema } from './profile.ts'
export { alreadyRegisteredError, type RegistrationValues, registerMobile, registrationSchema } from './registration.ts'
export { type ForwardedSearch, getForwardedSearch, isFlagSet, parseTitle } from './search.ts'
export { findLinkProblem, parseSetUpToken, setUpPassword } from './setUp.ts'
