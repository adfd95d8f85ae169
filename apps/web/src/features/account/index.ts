export { type BindMobileSaying, bindMobile } from './bindMobile.ts'
export { bindMobileSentence } from './bindMobileWords.ts'
export { encryptPassword, preloadEncryption } from './encryptPassword.ts'
export { FormPage, type FormPageProps } from './FormPage.tsx'
export { type ForgotSaying, type ResetForm, type ResetSaying, resetPassword, verifyResetCode } from './forgot.ts'
export { forgotSentence } from './forgotWords.ts'
export { Lost } from './Lost.tsx'
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
export { completeProfile, continueSignedIn, getProfileOwner, type ProfileForm, type ProfileSaying } from './profile.ts'
export { profileSentence } from './profileWords.ts'
export { type RegisterForm, type RegisterSaying, register } from './register.ts'
export { registerSentence } from './registerWords.ts'
export { resetSentence } from './resetWords.ts'
export { type ForwardedSearch, getForwardedSearch, isFlagSet, parseTitle } from './search.ts'
export { type Answered, away, type CommonSaying, commonly, type Remedy, type TurnedAway } from './turnedAway.ts'
export { useFlow } from './useFlow.ts'
export { sentenceWith } from './words.ts'
