import {
	type CompanyId,
	cleanText,
	codePointLength,
	isUserName,
	limits,
	ok,
	refused,
	type SiteId,
	UserId,
} from '@parley/core'
import * as v from 'valibot'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import { hashPassword, verifyPassword } from '../../platform/passwords.ts'
import { isPasswordUnacceptable } from './passwordRule.ts'
import type { Account, AccountStore, FreshAccount } from './store.ts'

export interface NewAccount {
	siteId: SiteId
	companyId: CompanyId
	name: string
	displayName: string
	/** Without one the person cannot sign in by password until one is set. */
	password?: string
	userType: number
	/** Corporate directory the account comes from; `password` is then the one of the directory. */
	source?: string
	mobile?: string
	mobileCode?: string
	id?: string
}

export function createAccountService({ store, clock, ids }: { store: AccountStore; clock: Clock; ids: Ids }) {
	/**
	 * Returns the account of a name or mobile number with its password; takes the same time if the account does not
	 * exist.
	 */
	async function authenticate(siteId: SiteId, name: string, password: string): Promise<Account | undefined> {
		// Invalid names are not looked up: a database may reject their characters.
		const named = isUserName(name) ? await store.findByName(siteId, name) : undefined
		// Always queried for digits, so that the time does not tell names from numbers.
		const dialled = /^\d{5,20}$/.test(name) ? await store.findByBareMobile(siteId, name) : undefined
		const account = named ?? dialled
		return (await verifyPassword(password, account?.passwordHash ?? account?.corporateHash)) ? account : undefined
	}

	/**
	 * Returns the account of a name with its password in the corporate directory; takes the same time if it does not
	 * exist.
	 */
	async function authenticateCorporate(siteId: SiteId, name: string, password: string): Promise<Account | undefined> {
		const account = isUserName(name) ? await store.findByName(siteId, name) : undefined
		const isRight = await verifyPassword(password, account?.corporateHash ?? account?.passwordHash)
		return isRight && !account?.isDisabled ? account : undefined
	}

	/** The account of a signed-in person if the password is correct (API-22). */
	async function authenticateById(id: UserId, password: string): Promise<Account | undefined> {
		const account = await store.find(id)
		return (await verifyPassword(password, account?.passwordHash ?? account?.corporateHash)) ? account : undefined
	}

	async function create(wanted: NewAccount) {
		const displayName = cleanText(wanted.displayName)
		if (!isUserName(wanted.name)) return refused('account.nameInvalid')
		if (displayName === '' || codePointLength(displayName) > limits.displayNameMax)
			return refused('account.displayNameInvalid')
		if (wanted.password !== undefined && isPasswordUnacceptable(wanted.password, { ...wanted, displayName })) {
			return refused('account.passwordInvalid')
		}
		if (await store.findByName(wanted.siteId, wanted.name)) return refused('account.nameTaken')

		const hash = wanted.password === undefined ? null : await hashPassword(wanted.password)
		const account: FreshAccount = {
			id: v.parse(UserId, wanted.id ?? ids.row('u')),
			siteId: wanted.siteId,
			name: wanted.name,
			displayName,
			passwordHash: wanted.source === undefined ? hash : null,
			corporateHash: wanted.source === undefined ? null : hash,
			mobile: wanted.mobile ?? null,
			mobileCode: wanted.mobileCode ?? null,
			source: wanted.source ?? null,
			picture: null,
			isComplete: true,
			lastCompanyId: wanted.companyId,
		}
		await store.insert(account, clock.now())
		await store.addMembership({
			userId: account.id,
			companyId: wanted.companyId,
			userType: wanted.userType,
			isDefault: true,
		})
		return ok(account)
	}

	async function setPassword(siteId: SiteId, name: string, password: string) {
		const account = await store.findByName(siteId, name)
		if (!account) return refused('account.unknown')
		if (isPasswordUnacceptable(password, account)) return refused('account.passwordInvalid')
		await store.savePasswordHash(account.id, await hashPassword(password))
		return ok(account)
	}

	return {
		authenticate,
		authenticateCorporate,
		authenticateById,
		create,
		setPassword,
		findByName: store.findByName,
		find: store.find,
		findByMobile: store.findByMobile,
		maySignIn: store.maySignIn,
		listByCompany: store.listByCompany,
		addMembership: store.addMembership,
		rememberCompany: store.saveLastCompany,
		saveDisplayName: store.saveDisplayName,
	}
}
export type AccountService = ReturnType<typeof createAccountService>
