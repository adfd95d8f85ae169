import {
	type CompanyId,
	clean,
	done,
	isUserName,
	lengthOf,
	limits,
	newPasswordFault,
	refused,
	type SiteId,
	UserId,
} from '@parley/core'
import * as v from 'valibot'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import { hashPassword, isPassword } from '../../platform/passwords.ts'
import type { Account, AccountStore } from './store.ts'

export interface NewAccount {
	siteId: SiteId
	companyId: CompanyId
	name: string
	displayName: string
	/** Missing: the person cannot sign in by password until one is set. */
	password?: string
	userType: number
	source?: string
	mobile?: string
	mobileCode?: string
	id?: string
}

export function accountService({ store, clock, ids }: { store: AccountStore; clock: Clock; ids: Ids }) {
	/** The account of a name and password, in the same time whether the name exists or not. */
	async function authenticate(siteId: SiteId, name: string, password: string): Promise<Account | undefined> {
		// What cannot be a name is not looked up: a database may refuse its characters.
		const account = isUserName(name) ? await store.findByName(siteId, name) : undefined
		return (await isPassword(password, account?.passwordHash)) ? account : undefined
	}

	async function create(wanted: NewAccount) {
		const displayName = clean(wanted.displayName)
		if (!isUserName(wanted.name)) return refused('account.nameInvalid')
		if (displayName === '' || lengthOf(displayName) > limits.displayNameMax)
			return refused('account.displayNameInvalid')
		if (wanted.password !== undefined && newPasswordFault(wanted.password, wanted.name)) {
			return refused('account.passwordInvalid')
		}
		if (await store.findByName(wanted.siteId, wanted.name)) return refused('account.nameTaken')

		const account: Account = {
			id: v.parse(UserId, wanted.id ?? ids.row('u')),
			siteId: wanted.siteId,
			name: wanted.name,
			displayName,
			passwordHash: wanted.password === undefined ? null : await hashPassword(wanted.password),
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
		return done(account)
	}

	async function setPassword(siteId: SiteId, name: string, password: string) {
		const account = await store.findByName(siteId, name)
		if (!account) return refused('account.unknown')
		if (newPasswordFault(password, account.name)) return refused('account.passwordInvalid')
		await store.savePasswordHash(account.id, await hashPassword(password))
		return done(account)
	}

	return {
		authenticate,
		create,
		setPassword,
		find: store.findByName,
		ofCompany: store.ofCompany,
		join: store.addMembership,
		rememberCompany: store.saveLastCompany,
	}
}
export type AccountService = ReturnType<typeof accountService>
