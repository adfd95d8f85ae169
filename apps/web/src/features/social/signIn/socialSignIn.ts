import { type messenger, type SiteInfo, workplace } from '@parley/api'
import type { CallApi, RefusalTable } from '../../../api/index.ts'
import { createFormError, type ErrorEntry, type FormError, formErrorOf, networkError } from '../../../forms/index.ts'
import { m } from '../../../locales/index.ts'
import type { SignInDestination, SignInOutcome } from '../../session/index.ts'
import { identityErrors, type ProvenIdentity } from '../identity.ts'
import { providerCalls } from '../provider.ts'

/** The two kinds of accounts that an identity can be bound to. */
export type AccountKind = 'phone' | 'oa'

type BindableSite = Pick<SiteInfo, 'type' | 'isOa' | 'isPrivate'>

/** The kind of account that an unbound identity is bound to on a site, or that the person has to choose (SOC-14 to SOC-16). */
export function getBindTarget(site: BindableSite | undefined): AccountKind | 'choice' {
	if (site?.type === 2) return 'choice'
	if (site?.type === 1 && site.isOa) return 'oa'
	return 'phone'
}

type SignInResult = { status: 'signed-in'; to: SignInDestination } | { status: 'refused'; error: FormError }

export type IdentityCheck = SignInResult | { status: 'unbound'; target: AccountKind | 'choice' }

export interface SocialSignInDeps {
	callApi: CallApi
	/** Starts the session of an access token. */
	finish(token: string): Promise<SignInOutcome>
}

/** Every provider refuses for the same reasons (SOC-10 to SOC-12). */
const signInRefusals: RefusalTable<typeof messenger.check | typeof workplace.login, ErrorEntry<never>> = {
	proofInvalid: identityErrors.proofInvalid,
	noDefaultCompany: identityErrors.noDefaultCompany,
	notBound: { message: m.social_error_notBound, remedy: 'signIn' },
}

/** Signs in with an identity, or finds that it has to be bound first (SOC-08 to SOC-12). */
export async function checkIdentity(
	{ provider, proof }: ProvenIdentity,
	{ callApi, finish, site }: SocialSignInDeps & { site: BindableSite | undefined },
): Promise<IdentityCheck> {
	const input = { proof, staySignedIn: true }
	const answer = await callApi(providerCalls[provider].check, input, { quiet: true, handles401: true })
	if (answer.ok) return toSignInResult(await finish(answer.value.token))
	if (answer.failure.refusal === 'notBound') return { status: 'unbound', target: getBindTarget(site) }
	return { status: 'refused', error: formErrorOf(answer.failure, signInRefusals) }
}

/** Signs in with the proof token of the workplace app (SOC-17, SOC-18). */
export async function signInWithWorkplace(
	proof: string | undefined,
	{ callApi, finish }: SocialSignInDeps,
): Promise<SignInResult> {
	if (!proof)
		return {
			status: 'refused',
			error: { ...createFormError('noIdentity', identityErrors.noIdentity), remedy: 'signIn' },
		}
	const answer = await callApi(workplace.login, { proof, staySignedIn: true }, { quiet: true, handles401: true })
	if (answer.ok) return toSignInResult(await finish(answer.value.token))
	// The page cannot bring the workplace app to the front, so the only remedy is to sign in another way.
	return { status: 'refused', error: { ...formErrorOf(answer.failure, signInRefusals), remedy: 'signIn' } }
}

/** A session without a known person is none: its token is dropped (LOGIN-22). */
const toSignInResult = (finished: SignInOutcome): SignInResult =>
	finished.ok
		? { status: 'signed-in', to: finished.value }
		: {
				status: 'refused',
				error: finished.failure === 'network' ? networkError() : createFormError('noPerson', identityErrors.noPerson),
			}
