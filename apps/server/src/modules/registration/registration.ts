import { smsType } from '@parley/api'
import { type CompanyId, cleanText, isDisplayName, loginNamesFor, ok, refused, type SiteId, UserId } from '@parley/core'
import * as v from 'valibot'
import type { Clock } from '../../platform/clock.ts'
import type { Client, Member } from '../../platform/handlers.ts'
import type { Ids } from '../../platform/ids.ts'
import { hashPassword } from '../../platform/passwords.ts'
import type { AccountStore, CodeInput, MobileNumberService } from '../account/index.ts'
import { insertPhoneAccount, isPasswordUnacceptable } from '../account/index.ts'
import type { SiteService } from '../site/index.ts'
import type { MobileNumber } from '../sms/index.ts'
import type { ProofService, ProofSubject } from '../verification/index.ts'

export interface RegistrationDeps {
	store: AccountStore
	numbers: MobileNumberService
	proofs: ProofService
	sites: Pick<SiteService, 'find'>
	/** Company of people who register themselves; undefined if the site has none. */
	findPersonalCompany: (siteId: SiteId) => Promise<CompanyId | undefined>
	runInTransaction: <R extends { ok: boolean }>(
		work: (parts: { accounts: AccountStore; proofs: ProofService }) => Promise<R>,
	) => Promise<R>
	/** Ends every session of the person but the current one. */
	endOtherSessions: (member: Member) => Promise<void>
	clock: Clock
	ids: Ids
}

export interface ProfileInput {
	name: string
	password: string | undefined
	confirmation: string | undefined
}

/** Registers people by mobile number, and completes profiles. */
export function createRegistrationService(deps: RegistrationDeps) {
	const { store, numbers, proofs, sites, findPersonalCompany, runInTransaction, endOtherSessions, clock, ids } = deps

	/** Verifies the number of a new account, which is created when the profile is complete (REG-03). */
	async function register(client: Client, input: CodeInput) {
		const { siteId } = client
		// REG-17: people do not register on such a site.
		if ((await sites.find(siteId)).settings.type === 1) return refused('registrationClosed')
		if (!(await findPersonalCompany(siteId))) return refused('noDefaultCompany')
		const proven = await numbers.verifyCode(client, input, smsType.register)
		if (!proven.ok) return proven
		if (await store.findByMobile(siteId, proven.value)) return refused('alreadyRegistered')
		return ok(await proofs.issue({ siteId, purpose: 'register', ...proven.value }))
	}

	/** Creates the account of a verified number; of concurrent calls for one number exactly one succeeds. */
	async function createAccount(siteId: SiteId, token: string, profile: ProfileInput) {
		const proven = toMobileNumber(await proofs.find(siteId, 'register', token))
		if (!proven) return refused('tokenExpired')
		const displayName = cleanText(profile.name)
		const { password } = profile
		const known = loginNamesFor(proven).map(name => ({
			name,
			displayName,
			mobile: proven.mobile,
			mobileCode: proven.areaCode,
		}))
		if (!isProfileValid(profile, displayName) || known.some(person => isPasswordUnacceptable(password ?? '', person)))
			return refused('formatError')
		const companyId = await findPersonalCompany(siteId)
		if (!companyId) throw new Error(`site ${siteId} has lost its personal edition`)

		const wanted = { id: v.parse(UserId, ids.row('u')), siteId, companyId, number: proven, displayName, picture: null }
		const passwordHash = await hashPassword(password ?? '')
		return await runInTransaction(async stores => {
			if (!(await stores.proofs.consume(siteId, 'register', token))) return refused('tokenExpired')
			const made = await insertPhoneAccount(stores.accounts, { ...wanted, passwordHash }, clock.now())
			return made ? ok({}) : refused('alreadyRegistered')
		})
	}

	/** Sets name and password of the signed-in person, once: after that, changing the password requires the old one. */
	async function completeProfile(member: Member, profile: ProfileInput) {
		const account = await store.find(member.userId)
		if (!account || account.isComplete) return refused('forbidden')
		const displayName = cleanText(profile.name)
		const { password } = profile
		if (!isProfileValid(profile, displayName) || isPasswordUnacceptable(password ?? '', { ...account, displayName }))
			return refused('formatError')
		const passwordHash = await hashPassword(password ?? '')
		if (!(await store.completeProfile(account.id, { displayName, passwordHash }))) return refused('forbidden')
		await endOtherSessions(member)
		return ok({})
	}

	return { register, createAccount, completeProfile }
}
export type RegistrationService = ReturnType<typeof createRegistrationService>

const isProfileValid = ({ password, confirmation }: ProfileInput, displayName: string): boolean =>
	isDisplayName(displayName) && password !== undefined && password === confirmation

const toMobileNumber = (proven: ProofSubject | undefined): MobileNumber | undefined =>
	proven?.areaCode && proven.mobile ? { areaCode: proven.areaCode, mobile: proven.mobile } : undefined
