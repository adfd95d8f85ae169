import type { Provider } from '@parley/api'
import { smsType } from '@parley/api'
import {
	type CompanyId,
	cleanText,
	isUserName,
	limits,
	maskPhone,
	ok,
	refused,
	type SiteId,
	truncate,
	UserId,
} from '@parley/core'
import * as v from 'valibot'
import type { Clock } from '../../platform/clock.ts'
import type { Caller, Member } from '../../platform/handlers.ts'
import type { Ids } from '../../platform/ids.ts'
import {
	type Account,
	type AccountService,
	type AccountStore,
	type AuthenticatePassword,
	insertPhoneAccount,
	type MobileInput,
	type MobileNumberService,
} from '../account/index.ts'
import type { SessionService } from '../session/index.ts'
import type { SiteService, SiteSettings } from '../site/index.ts'
import type { MobileNumber, ProofService } from '../verification/index.ts'
import type { createProofVerifier, VerifiedIdentity } from './proofVerifier.ts'
import type { IdentityProvider, IdentityStore } from './store.ts'

interface Inside {
	accounts: AccountStore
	identities: IdentityStore
	proofs: ProofService
}

export interface SocialDeps {
	store: IdentityStore
	proofVerifier: ReturnType<typeof createProofVerifier>
	accounts: Pick<AccountService, 'authenticateCorporate' | 'find' | 'findByMobile' | 'hasCompany'>
	numbers: Pick<MobileNumberService, 'findOwner' | 'verifyCode'>
	proofs: ProofService
	pastPassword: AuthenticatePassword
	sessions: Pick<SessionService, 'createSession'>
	sites: Pick<SiteService, 'find'>
	personalCompanyOf: (siteId: SiteId) => Promise<CompanyId | undefined>
	within: <R extends { ok: boolean }>(work: (inside: Inside) => Promise<R>) => Promise<R>
	clock: Clock
	ids: Ids
}

/** Name and password in the corporate directory. */
export interface CorporateCredentials {
	name: string
	password: string
	captcha: string | undefined
}

/** Where an account comes from that the corporate directory keeps. */
const corporateSource = 'OA'

export function createSocialService(deps: SocialDeps) {
	const { store, proofVerifier, accounts, numbers, proofs, pastPassword, sessions, sites } = deps
	const { personalCompanyOf, within, clock, ids } = deps

	/** Signs in whoever an identity is bound to (SOC-10 to SOC-12). */
	async function signIn(siteId: SiteId, provider: IdentityProvider, proof: string, staySignedIn: boolean) {
		const vouched = await verifyIdentity(siteId, provider, proof)
		if (!vouched.ok) return vouched
		const { subject, proofHash, expiresAt } = vouched.value
		const bound = await store.find({ siteId, provider, subject })
		if (!bound) return refused('notBound')
		if (!(await accounts.hasCompany(bound.userId))) return refused('noDefaultCompany')
		if (!(await store.markProofUsed(proofHash, expiresAt))) return refused('proofInvalid')
		return ok({ token: await sessions.createSession(bound.userId, siteId, staySignedIn) })
	}

	/** The identity of a proof that has not been used yet, where the site takes identities of this kind. */
	async function verifyIdentity(siteId: SiteId, provider: IdentityProvider, proof: string) {
		const { settings } = await sites.find(siteId)
		if (!isOffered(provider, settings)) return refused('forbidden')
		const identity = await proofVerifier.verifyProof(siteId, provider, proof)
		return identity && !(await store.isProofUsed(identity.proofHash)) ? ok(identity) : refused('proofInvalid')
	}

	/** Whether a number may be bound to an identity of this kind (BIND-09). */
	async function isBindable(typed: MobileInput, provider: Provider) {
		const found = await numbers.findOwner(typed)
		if (!found.ok) return found
		const { account } = found.value
		if (account && (await store.findByUser(account.id, provider))) return refused('alreadyBound')
		// On such a site nobody becomes a member by binding, so the number would lead nowhere.
		if (!account && !(await companyForNew(typed.siteId))) return refused('notInCompany')
		return ok({ isRegistered: account !== undefined })
	}

	async function companyForNew(siteId: SiteId): Promise<CompanyId | undefined> {
		return (await sites.find(siteId)).settings.type === 2 ? await personalCompanyOf(siteId) : undefined
	}

	/** Binds an identity to the account of a number, which is made where there is none and the site takes newcomers. */
	async function bindByMobile(
		{ address }: Caller,
		provider: Provider,
		wanted: MobileInput & { code: string; proof: string; staySignedIn: boolean },
	) {
		const { siteId } = wanted
		const vouched = await verifyIdentity(siteId, provider, wanted.proof)
		if (!vouched.ok) return vouched
		const proven = await numbers.verifyCode(wanted, smsType.bind, address)
		if (!proven.ok) return proven.failure === 'tooMany' ? { ...proven, ...refused('tooManyAttempts') } : proven

		const account = await accounts.findByMobile(siteId, proven.value)
		const companyId = account ? undefined : await companyForNew(siteId)
		if (account ? !(await accounts.hasCompany(account.id)) : !companyId) return refused('noDefaultCompany')
		const bound = await within(async inside => {
			const person =
				account ?? (companyId && (await insertPerson(inside, siteId, companyId, proven.value, vouched.value)))
			// Another request made the account of this number a moment ago.
			if (!person) return refused('bindFailed')
			const attached = await attach(inside, person.id, siteId, vouched.value)
			if (!attached.ok) return refused(attached.failure === 'spent' ? 'proofInvalid' : 'bindFailed')
			return ok(person.id)
		})
		return bound.ok ? ok({ token: await sessions.createSession(bound.value, siteId, wanted.staySignedIn) }) : bound
	}

	const insertPerson = (
		{ accounts: inside }: Inside,
		siteId: SiteId,
		companyId: CompanyId,
		number: MobileNumber,
		{ nickname, picture }: VerifiedIdentity,
	): Promise<Account | undefined> => {
		const displayName = toDisplayName(nickname) ?? maskPhone(number.mobile)
		const id = v.parse(UserId, ids.row('u'))
		const person = { id, siteId, companyId, number, displayName, passwordHash: null, picture: toPictureUrl(picture) }
		return insertPhoneAccount(inside, person, clock.now())
	}

	/** Binds an identity to an account of the corporate directory. */
	async function bindByCorporate(
		caller: Caller,
		provider: Provider,
		wanted: CorporateCredentials & { proof: string; staySignedIn: boolean },
	) {
		const { siteId } = caller
		const vouched = await verifyIdentity(siteId, provider, wanted.proof)
		if (!vouched.ok) return vouched
		const account = await corporateAccount(caller, wanted)
		if (!account.ok) return account
		const userId = account.value.id
		const bound = await within(async inside => {
			const attached = await attach(inside, userId, siteId, vouched.value)
			return attached.ok ? attached : refused(failureOf[attached.failure])
		})
		return bound.ok ? ok({ token: await sessions.createSession(userId, siteId, wanted.staySignedIn) }) : bound
	}

	/**
	 * The account of a corporate name and password. A wrong password and a name nobody has are one answer; only whoever
	 * knows the password learns that an account does not come from the directory.
	 */
	async function corporateAccount(
		{ siteId, address, browser }: Caller,
		{ name, password, captcha }: CorporateCredentials,
	) {
		if (!isUserName(name)) return refused('invalidUser')
		const found = await pastPassword({ siteId, name, captcha, address, browser }, () =>
			accounts.authenticateCorporate(siteId, name, password),
		)
		if (!found.ok) return found.failure === 'unknown' ? refused('wrongPassword') : found
		const account = found.value
		const isOfDirectory = account.source === corporateSource && (await accounts.hasCompany(account.id))
		return isOfDirectory ? ok(account) : refused('invalidUser')
	}

	/** Binds an identity to the signed-in person (PERS-34). */
	async function bindOwn({ userId }: Member, siteId: SiteId, provider: Provider, proof: string) {
		const vouched = await verifyIdentity(siteId, provider, proof)
		if (!vouched.ok) return vouched
		return await within(async inside => {
			const attached = await attach(inside, userId, siteId, vouched.value)
			if (attached.ok) return ok({})
			return refused(attached.failure === 'spent' ? 'proofInvalid' : 'alreadyBound')
		})
	}

	/** Spends the proof of an identity and binds it; saying again what is bound already is no failure. */
	async function attach({ identities }: Inside, userId: UserId, siteId: SiteId, identity: VerifiedIdentity) {
		const { provider, subject, nickname, picture, proofHash, expiresAt } = identity
		if (!(await identities.markProofUsed(proofHash, expiresAt))) return refused('spent')
		const key = { siteId, provider, subject }
		const bound = await identities.find(key)
		if (bound) return bound.userId === userId ? ok({}) : refused('others')
		const shown = { nickname: toDisplayName(nickname) ?? null, picture: toPictureUrl(picture) }
		const isBound = await identities.bind({ ...key, ...shown, userId, boundAt: clock.now() })
		return isBound ? ok({}) : refused('another')
	}

	/** Proves that the signed-in person holds their number, to take an identity off. */
	async function proveByMobile(
		member: Member,
		typed: MobileInput & { code: string },
		provider: Provider,
		address: string,
	) {
		const account = await accounts.find(member.userId)
		const found = await numbers.findOwner(typed)
		if (!found.ok) return found.failure === 'notInCompany' ? refused('invalid') : found
		if (found.value.account?.id !== account?.id) return refused('invalid')
		const proven = await numbers.verifyCode(typed, smsType.bind, address)
		if (!proven.ok && proven.failure === 'codeExpired') return refused('pageExpired')
		if (!proven.ok) return proven
		return ok({ token: await issueFor(typed.siteId, member.userId, provider) })
	}

	/** Proves a corporate account: their own, to take an identity off; by somebody signed out, for a new password (OP-038). */
	async function proveByCorporate(caller: Caller, provider: Provider, given: CorporateCredentials) {
		const { siteId, member } = caller
		const account = await corporateAccount(caller, given)
		if (!account.ok) return account
		const userId = account.value.id
		if (!member) return ok({ token: await proofs.issue({ siteId, purpose: 'reset', userId }) })
		return userId === member.userId ? ok({ token: await issueFor(siteId, userId, provider) }) : refused('invalidUser')
	}

	const issueFor = (siteId: SiteId, userId: UserId, provider: Provider) =>
		proofs.issue({ siteId, purpose: `unbind.${provider}`, userId })

	async function unbind({ userId }: Member, siteId: SiteId, provider: Provider, token: string) {
		const purpose = `unbind.${provider}` as const
		// Looked at first: the token of somebody else is not used up by trying it.
		if ((await proofs.find(siteId, purpose, token))?.userId !== userId) return refused('pageExpired')
		return await within(async inside => {
			if (!(await inside.proofs.consume(siteId, purpose, token))) return refused('pageExpired')
			await inside.identities.unbind(userId, provider)
			return ok({})
		})
	}

	return {
		signIn,
		isBindable,
		bindByMobile,
		bindByCorporate,
		bindOwn,
		proveByMobile,
		proveByCorporate,
		unbind,
		removeExpired: () => store.removeExpired(clock.now()),
	}
}
export type SocialService = ReturnType<typeof createSocialService>

const failureOf = { spent: 'proofInvalid', others: 'alreadyBound', another: 'bindFailed' } as const

/** The workplace app is there where its shell has the secret; the others are switched per site. */
function isOffered(provider: IdentityProvider, { messengerLogin, deviceMakerLogin }: SiteSettings): boolean {
	if (provider === 'messenger') return messengerLogin
	return provider === 'deviceMaker' ? deviceMakerLogin : true
}

/** A name of another app in the form names have here. */
function toDisplayName(nickname: string | undefined): string | undefined {
	const name = truncate(cleanText(nickname ?? ''), limits.displayNameMax).trim()
	return name === '' ? undefined : name
}

/** Only an address a page may load a picture from. */
const toPictureUrl = (picture: string | undefined): string | null =>
	picture !== undefined && /^https:\/\/[\x21-\x7e]+$/.test(picture) && !/["'<>]/.test(picture) ? picture : null
