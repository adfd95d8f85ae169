import { account } from '@parley/api'
import * as v from 'valibot'
import type { CallApi, RefusalTable } from '../../api/index.ts'
import { callForForm, challengeErrors, type ErrorEntry } from '../../forms/index.ts'
import { m } from '../../locales/index.ts'
import { type MobileCodeValues, mobileMessage } from '../verification/index.ts'

export interface RegistrationValues extends MobileCodeValues {
	agreed: boolean
}

/** OP-027 */
export const registrationSchema = v.object({
	areaCode: v.string(),
	mobile: v.string(),
	code: v.string(),
	agreed: v.pipe(
		v.boolean(),
		v.check(agreed => agreed, m.login_read_protocol),
	),
})

export const alreadyRegisteredError: ErrorEntry<'mobile'> = {
	message: () => mobileMessage('alreadyRegistered'),
	field: 'mobile',
	remedy: 'signIn',
}

const refusals: RefusalTable<typeof account.register, ErrorEntry<'code' | 'mobile'>> = {
	...challengeErrors,
	wrongCode: { message: m.account_error_wrongCode, field: 'code' },
	codeExpired: { message: m.account_error_codeExpired, field: 'code' },
	mobileInvalid: { message: () => mobileMessage('mobileInvalid'), field: 'mobile' },
	alreadyRegistered: alreadyRegisteredError,
	registrationClosed: { message: m.account_error_registrationClosed, remedy: 'signIn' },
	noDefaultCompany: { message: m.account_error_noDefaultCompany },
}

/** Verifies the number; the token it gives is for completing the profile (REG-03, REG-04). */
export const registerMobile = ({ areaCode, mobile, code }: MobileCodeValues, callApi: CallApi) =>
	callForForm(callApi, account.register, { areaCode, mobile, code, needToken: true }, refusals)
