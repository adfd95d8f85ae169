import { account } from '@parley/api'
import { ok } from '@parley/core'
import type { ApiFailure, CallApi } from '../../api/index.ts'
import type { MobileCodeValues } from '../verification/index.ts'
import { type Answered, away, type CommonSaying, commonly, type TurnedAway, turnAway } from './turnedAway.ts'

export interface RegisterForm extends MobileCodeValues {
	agreed: boolean
}

export type RegisterSaying =
	| CommonSaying
	| 'readProtocol'
	| 'wrongCode'
	| 'codeExpired'
	| 'mobileInvalid'
	| 'alreadyRegistered'
	| 'registrationClosed'
	| 'noDefaultCompany'

/** Proves the number; the token is for completing the profile (REG-03, REG-04). */
export async function register(form: RegisterForm, ask: CallApi): Promise<Answered<string, RegisterSaying>> {
	// OP-027
	if (!form.agreed) return turnAway('readProtocol')
	const { areaCode, mobile, code } = form
	const answer = await ask(
		account.register,
		{ areaCode, mobile, code, needToken: true },
		{ quiet: true, handles401: true },
	)
	return answer.ok ? ok(answer.value) : { ok: false, failure: registerRefused(answer.failure) }
}

export function registerRefused(failure: ApiFailure<typeof account.register>): TurnedAway<RegisterSaying> {
	switch (failure.refusal) {
		case 'wrongCode':
		case 'codeExpired':
			return away(failure.refusal, 'none', { field: 'code' })
		case 'mobileInvalid':
			return away('mobileInvalid', 'none', { field: 'mobile' })
		case 'alreadyRegistered':
			return away('alreadyRegistered', 'sign-in', { field: 'mobile' })
		case 'registrationClosed':
			return away('registrationClosed', 'sign-in')
		case 'noDefaultCompany':
			return away('noDefaultCompany')
		default:
			return commonly(failure as ApiFailure)
	}
}
