import { isUserName, ok, refused } from '@parley/core'
import type { Client } from '../../platform/handlers.ts'
import type { AccountService, AuthenticatePassword } from '../account/index.ts'

export interface CorporateAccountDeps {
	accounts: Pick<AccountService, 'authenticateCorporate' | 'maySignIn'>
	authenticatePassword: AuthenticatePassword
}

/** Name and password in the corporate directory. */
export interface CorporateCredentials {
	name: string
	password: string
	captcha: string | undefined
}

/** `source` of accounts that come from the corporate directory. */
const corporateSource = 'OA'

/**
 * Finds the account of corporate credentials. A wrong password and an unknown name are the same refusal; only with the
 * right password does one learn that an account is not from the directory.
 */
export const createCorporateAccountLookup =
	({ accounts, authenticatePassword }: CorporateAccountDeps) =>
	async (client: Client, { name, password, captcha }: CorporateCredentials) => {
		if (!isUserName(name)) return refused('invalidUser')
		const found = await authenticatePassword({ client, name, captcha }, () =>
			accounts.authenticateCorporate(client.siteId, name, password),
		)
		if (!found.ok) return found.failure === 'unknown' ? refused('wrongPassword') : found
		const account = found.value
		const isCorporate = account.source === corporateSource && (await accounts.maySignIn(account.id))
		return isCorporate ? ok(account) : refused('invalidUser')
	}
export type FindCorporateAccount = ReturnType<typeof createCorporateAccountLookup>
