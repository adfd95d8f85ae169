import { type CompanyId, type Instant, loginNamesFor, type SiteId, type UserId, userType } from '@parley/core'
import type { MobileNumber } from '../sms/index.ts'
import type { AccountStore, FreshAccount } from './store.ts'

export interface NewPhoneAccount {
	id: UserId
	siteId: SiteId
	companyId: CompanyId
	number: MobileNumber
	displayName: string
	passwordHash: string | null
	picture: string | null
}

/** Inserts the account of a mobile number with its membership; undefined if the number has one. Call it in a transaction. */
export async function insertPhoneAccount(
	store: AccountStore,
	{ number, companyId, ...wanted }: NewPhoneAccount,
	at: Instant,
): Promise<FreshAccount | undefined> {
	for (const name of loginNamesFor(number)) {
		const account: FreshAccount = {
			...wanted,
			name,
			corporateHash: null,
			mobile: number.mobile,
			mobileCode: number.areaCode,
			source: null,
			isComplete: true,
			lastCompanyId: companyId,
		}
		if (await store.insertIfFree(account, at)) {
			await store.addMembership({ userId: account.id, companyId, userType: userType.ordinary, isDefault: true })
			return account
		}
	}
	return undefined
}
