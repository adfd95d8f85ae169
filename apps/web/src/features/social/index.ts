export { BindPage } from './binding/BindPage.tsx'
export {
	bindByMobile,
	bindByOa,
	checkBindable,
} from './binding/bindIdentity.ts'
export { MissingIdentityPage } from './binding/MissingIdentityPage.tsx'
export { type BindDestination, useBinding } from './binding/useBinding.ts'
export type { ProvenIdentity } from './identity.ts'
export { LazyLinkedAccountsSheet } from './linkedAccounts/LazyLinkedAccountsSheet.ts'
export { linkStatusLabel, useLinkedAccounts } from './linkedAccounts/linkedAccounts.ts'
export { hasOaAccounts, type Provider, providerName, providerQueryParams } from './provider.ts'
export { SocialSignIn, type SocialSignInProps } from './signIn/SocialSignIn.tsx'
export { type AccountKind, signInWithWorkplace } from './signIn/socialSignIn.ts'
export { UnbindPage, type UnbindPageProps } from './unbinding/UnbindPage.tsx'
export { verifyByMobile, verifyByOa } from './unbinding/unbind.ts'
export { useUnbind } from './unbinding/useUnbind.ts'
export { useOaForm } from './useOaForm.ts'
