export { encryptPassword, preloadEncryption } from './encryptPassword.ts'
export { FormPage, type FormPageProps } from './FormPage.tsx'
export { bindMobile } from './mobileBinding.ts'
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
} from './oa.ts'
export { PasswordRuleList } from './PasswordRuleList.tsx'
export { notRegisteredError, passwordResetSchema, resetPassword, verifyResetCode } from './passwordReset.ts'
export { completeProfile, continueSignedIn, getProfileOwner, profileSchema } from './profile.ts'
export { alreadyRegisteredError, type RegistrationValues, registerMobile, registrationSchema } from './registration.ts'
export { type ForwardedSearch, getForwardedSearch, isFlagSet, parseTitle } from './search.ts'
export { type Answered, away, type CommonSaying, commonly, type Remedy, type TurnedAway } from './turnedAway.ts'
export { useFlow } from './useFlow.ts'
export { sentenceWith } from './words.ts'
