import { type Provider, smsType } from '@parley/api'
import { type CompanyId, cleanText, limits, maskPhone, ok, refused, type SiteId, truncate, UserId } from '@parley/core'
import * as v from 'valibot'
import type { Clock } from '../../platform/clock.ts'
import type { Client, Member } from '../../platform/handlers.ts'
import type { Ids } from '../../platform/ids.ts'
import {
	type AccountService,
	type AccountStore,
	type CodeInput,
	type FreshAccount,
	insertPhoneAccount,
	type MobileInput,
	type MobileNumberService,
} from '../account/index.ts'
import type { SessionService } from '../session/index.ts'
import type { SiteService } from '../site/index.ts'
import type { MobileNumber } from '../sms/index.ts'
import type { CorporateCredentials, FindCorporateAccount } from './corporateAccount.ts'
import type { CheckIdentity } from './identityCheck.ts'
import type { VerifiedIdentity } from './proofVerifier.ts'
import type { IdentityStore } from './store.ts'

interface BindingStores {
	accounts: AccountStore
	identities: IdentityStore
}

export interface BindingDeps {
	store: Pick<IdentityStore, 'findByUser'>
	checkIdentity: CheckIdentity
	findCorporateAccount: FindCorporateAccount
	accounts: Pick<AccountService, 'findByMobile' | 'maySignIn'>
	numbers: Pick<MobileNumberService, 'findOwner' | 'verifyCode'>
	sessions: Pick<SessionService, 'createSession'>
	sites: Pick<SiteService, 'find'>
	/** Company of people who register themselves; undefined if the site has none. */
	findPersonalCompany: (siteId: SiteId) => Promise<CompanyId | undefined>
	runInTransaction: <R extends { ok: boolean }>(work: (stores: BindingStores) => Promise<R>) => Promise<R>
	clock: Clock
	ids: Ids
}

/** Binds identities of other apps to accounts. */
export function createBinding(deps: BindingDeps) {
	const { store, checkIdentity, findCorporateAccount, accounts, numbers, sessions, runInTransaction, clock } = deps

	/** Returns whether a number may be bound to an identity of this provider (BIND-09). */
	async function isBindable(siteId: SiteId, input: MobileInput, provider: Provider) {
		const found = await numbers.findOwner(siteId, input)
		if (!found.ok) return found
		const { account } = found.value
		if (account && (await store.findByUser(account.id, provider))) return refused('alreadyBound')
		if (!account && !(await findCompanyForNewcomer(deps, siteId))) return refused('notInCompany')
		return ok({ isRegistered: account !== undefined })
	}

	/**
	 * Binds an identity to the account of a mobile number; creates the account if it is missing and the site allows it.
	 */
	async function bindByMobile(
		client: Client,
		provider: Provider,
		input: CodeInput & { proof: string; staySignedIn: boolean },
	) {
		const { siteId } = client
		const identity = await checkIdentity(siteId, provider, input.proof)
		if (!identity.ok) return identity
		const number = await numbers.verifyCode(client, input, smsType.bind)
		if (!number.ok) return number.failure === 'tooMany' ? { ...number, ...refused('tooManyAttempts') } : number

		const account = await accounts.findByMobile(siteId, number.value)
		const companyId = account ? undefined : await findCompanyForNewcomer(deps, siteId)
		if (account ? !(await accounts.maySignIn(account.id)) : !companyId) return refused('noDefaultCompany')
		const bound = await runInTransaction(async stores => {
			const person =
				account ?? (companyId && (await insertAccount(deps, stores, siteId, companyId, number.value, identity.value)))
			// A concurrent request created the account of this number.
			if (!person) return refused('bindFailed')
			const attached = await attach(stores, person.id, siteId, identity.value, clock)
			if (!attached.ok) return refused(attached.failure === 'proofUsed' ? 'proofInvalid' : 'bindFailed')
			return ok(person.id)
		})
		return bound.ok ? ok(await sessions.createSession(bound.value, siteId, input.staySignedIn)) : bound
	}

	/** Binds an identity to an account of the corporate directory. */
	async function bindByCorporate(
		client: Client,
		provider: Provider,
		input: CorporateCredentials & { proof: string; staySignedIn: boolean },
	) {
		const { siteId } = client
		const identity = await checkIdentity(siteId, provider, input.proof)
		if (!identity.ok) return identity
		const account = await findCorporateAccount(client, input)
		if (!account.ok) return account
		const userId = account.value.id
		const bound = await runInTransaction(async stores => {
			const attached = await attach(stores, userId, siteId, identity.value, clock)
			return attached.ok ? attached : refused(corporateRefusals[attached.failure])
		})
		return bound.ok ? ok(await sessions.createSession(userId, siteId, input.staySignedIn)) : bound
	}

	/** Binds an identity to the signed-in person (PERS-34). */
	async function bindOwn({ userId }: Member, siteId: SiteId, provider: Provider, proof: string) {
		const identity = await checkIdentity(siteId, provider, proof)
		if (!identity.ok) return identity
		return await runInTransaction(async stores => {
			const attached = await attach(stores, userId, siteId, identity.value, clock)
			if (attached.ok) return ok({})
			return refused(attached.failure === 'proofUsed' ? 'proofInvalid' : 'alreadyBound')
		})
	}

	return { isBindable, bindByMobile, bindByCorporate, bindOwn }
}

const corporateRefusals = {
	proofUsed: 'proofInvalid',
	boundToOther: 'alreadyBound',
	hasOther: 'bindFailed',
} as const

/** Only sites of the mixed kind accept people who were not invited. */
async function findCompanyForNewcomer(
	{ sites, findPersonalCompany }: Pick<BindingDeps, 'sites' | 'findPersonalCompany'>,
	siteId: SiteId,
): Promise<CompanyId | undefined> {
	return (await sites.find(siteId)).settings.type === 2 ? await findPersonalCompany(siteId) : undefined
}

function insertAccount(
	{ ids, clock }: Pick<BindingDeps, 'ids' | 'clock'>,
	{ accounts }: BindingStores,
	siteId: SiteId,
	companyId: CompanyId,
	number: MobileNumber,
	{ nickname, picture }: VerifiedIdentity,
): Promise<FreshAccount | undefined> {
	const displayName = toDisplayName(nickname) ?? maskPhone(number.mobile)
	const id = v.parse(UserId, ids.row('u'))
	const account = { id, siteId, companyId, number, displayName, passwordHash: null, picture: toPictureUrl(picture) }
	return insertPhoneAccount(accounts, account, clock.now())
}

/** Uses up the proof of an identity and binds it; binding it to the same account again is no error. */
async function attach(
	{ identities }: BindingStores,
	userId: UserId,
	siteId: SiteId,
	identity: VerifiedIdentity,
	clock: Clock,
) {
	const { provider, subject, nickname, picture, proofHash, expiresAt } = identity
	if (!(await identities.markProofUsed(proofHash, expiresAt))) return refused('proofUsed')
	const key = { siteId, provider, subject }
	const existing = await identities.find(key)
	if (existing) return existing.userId === userId ? ok({}) : refused('boundToOther')
	const profile = { nickname: toDisplayName(nickname) ?? null, picture: toPictureUrl(picture) }
	const isBound = await identities.bind({ ...key, ...profile, userId, boundAt: clock.now() })
	return isBound ? ok({}) : refused('hasOther')
}

/** A nickname of another app within the limits of display names here. */
function toDisplayName(nickname: string | undefined): string | undefined {
	const name = truncate(cleanText(nickname ?? ''), limits.displayNameMax).trim()
	return name === '' ? undefined : name
}

/** Accepts only HTTPS URLs without characters that could break out of markup. */
const toPictureUrl = (picture: string | undefined): string | null =>
	picture !== undefined && /^https:\/\/[\x21-\x7e]+$/.test(picture) && !/["'<>]/.test(picture) ? picture : null
