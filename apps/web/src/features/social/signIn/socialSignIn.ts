import { type messenger, type SiteInfo, workplace } from '@parley/api'
import type { ApiFailure, CallApi } from '../../../api/index.ts'
import { m } from '../../../locales/index.ts'
import { away, commonly, sentenceWith, type TurnedAway } from '../../account/index.ts'
import type { SignInDestination, SignInOutcome } from '../../session/index.ts'
import { type Identity, type IdentityMessageKey, identityMessages } from '../identity.ts'
import { providerCalls } from '../provider.ts'

export type SocialSignInMessageKey = IdentityMessageKey | 'notBound'

export const socialSignInMessage = sentenceWith<SocialSignInMessageKey>({
	...identityMessages,
	notBound: m.social_says_notBound,
})

/** The two kinds of accounts that an identity can be bound to. */
export type AccountKind = 'phone' | 'oa'

type BindableSite = Pick<SiteInfo, 'type' | 'isOa' | 'isPrivate'>

/** The kind of account that an unbound identity is bound to on a site, or that the person has to choose (SOC-14 to SOC-16). */
export function getBindTarget(site: BindableSite | undefined): AccountKind | 'choice' {
	if (site?.type === 2) return 'choice'
	if (site?.type === 1 && site.isOa) return 'oa'
	return 'phone'
}

type SignInResult =
	| { at: 'signed-in'; to: SignInDestination }
	| { at: 'refused'; refusal: TurnedAway<SocialSignInMessageKey> }

export type IdentityCheck = SignInResult | { at: 'unbound'; target: AccountKind | 'choice' }

export interface SignInDeps {
	callApi: CallApi
	/** Starts the session of an access token. */
	finish(token: string): Promise<SignInOutcome>
}

/** Signs in with an identity, or finds that it has to be bound first (SOC-08 to SOC-12). */
export async function checkIdentity(
	{ provider, proof }: Identity,
	{ callApi, finish, site }: SignInDeps & { site: BindableSite | undefined },
): Promise<IdentityCheck> {
	const input = { proof, staySignedIn: true }
	const answer = await callApi(providerCalls[provider].check, input, { quiet: true, handles401: true })
	if (answer.ok) return toSignInResult(await finish(answer.value.token))
	if (answer.failure.refusal === 'notBound') return { at: 'unbound', target: getBindTarget(site) }
	return { at: 'refused', refusal: checkRefused(answer.failure) }
}

/** Signs in with the proof token of the workplace app (SOC-17, SOC-18). */
export async function signInWithWorkplace(
	proof: string | undefined,
	{ callApi, finish }: SignInDeps,
): Promise<SignInResult> {
	if (!proof) return { at: 'refused', refusal: away('noIdentity', 'sign-in') }
	const answer = await callApi(workplace.login, { proof, staySignedIn: true }, { quiet: true, handles401: true })
	if (answer.ok) return toSignInResult(await finish(answer.value.token))
	// The page cannot bring the workplace app to the front, so the only remedy is to sign in another way.
	return { at: 'refused', refusal: { ...checkRefused(answer.failure as ApiFailure<never>), remedy: 'sign-in' } }
}

function checkRefused(failure: ApiFailure<typeof messenger.check>): TurnedAway<SocialSignInMessageKey> {
	switch (failure.refusal) {
		case 'proofInvalid':
			return away('proofInvalid', 'app-again')
		case 'noDefaultCompany':
			return away('noDefaultCompany')
		case 'notBound':
			return away('notBound', 'sign-in')
		default:
			return commonly(failure as ApiFailure)
	}
}

/** A session without a known person is none: its token is dropped (LOGIN-22). */
const toSignInResult = (finished: SignInOutcome): SignInResult =>
	finished.at === 'through'
		? { at: 'signed-in', to: finished.to }
		: { at: 'refused', refusal: finished.says === 'network' ? away('unreachable') : away('noPerson') }
