import type { CompanyId, Instant, SiteId, UserId } from '@parley/core'
import { defaultAreaCode, type MobileNumber } from '../verification/index.ts'
import type { Account, AccountStore } from './store.ts'

const ordinaryMember = 1

export interface NewPhoneAccount {
	id: UserId
	siteId: SiteId
	companyId: CompanyId
	number: MobileNumber
	displayName: string
	passwordHash: string | null
	picture: string | null
}

/** Names somebody known by a number alone may get; the second where a name of one's own choosing looks like the first. */
export function loginNamesFor({ areaCode, mobile }: MobileNumber): string[] {
	const full = `${areaCode}-${mobile}`
	return areaCode === defaultAreaCode ? [mobile, full] : [full]
}

/** Makes the account of a mobile number; nothing where the number has one. Meant for a transaction: it writes two rows. */
export async function insertPhoneAccount(
	store: AccountStore,
	{ number, companyId, ...wanted }: NewPhoneAccount,
	at: Instant,
): Promise<Account | undefined> {
	for (const name of loginNamesFor(number)) {
		const account: Account = {
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
			await store.addMembership({ userId: account.id, companyId, userType: ordinaryMember, isDefault: true })
			return account
		}
	}
	return undefined
}
