import { account } from '@parley/api'
import type { CallApi, RefusalTable } from '../../api/index.ts'
import { callForForm, challengeErrors, type ErrorEntry } from '../../forms/index.ts'
import { m } from '../../locales/index.ts'
import { type MobileCodeValues, mobileMessage } from '../verification/index.ts'

const refusals: RefusalTable<typeof account.bindMobile, ErrorEntry<'mobile' | 'code'>> = {
	...challengeErrors,
	wrongCode: { message: m.account_error_wrongCode, field: 'code' },
	codeExpired: { message: m.account_error_codeExpired, field: 'code' },
	mobileInvalid: { message: () => mobileMessage('mobileInvalid'), field: 'mobile' },
	duplicate: { message: m.account_error_duplicate, field: 'mobile' },
}

/** Binds a number to the account of the person who is signed in (BIND-10, BIND-15). */
export const bindMobile = (values: MobileCodeValues, callApi: CallApi) =>
	callForForm(callApi, account.bindMobile, values, refusals)
