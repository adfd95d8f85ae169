import { account } from '@parley/api'
import { ok } from '@parley/core'
import type { ApiFailure, CallApi } from '../../api/index.ts'
import type { MobileCodeValues } from '../verification/index.ts'
import { type Answered, away, type CommonSaying, commonly, type TurnedAway } from './turnedAway.ts'

export type BindMobileSaying = CommonSaying | 'wrongCode' | 'codeExpired' | 'mobileInvalid' | 'duplicate'

/** Binds a number to whoever is signed in (BIND-10, BIND-15). */
export async function bindMobile(form: MobileCodeValues, ask: CallApi): Promise<Answered<undefined, BindMobileSaying>> {
	const answer = await ask(account.bindMobile, form, { quiet: true, handles401: true })
	return answer.ok ? ok(undefined) : { ok: false, failure: bindMobileRefused(answer.failure) }
}

export function bindMobileRefused(failure: ApiFailure<typeof account.bindMobile>): TurnedAway<BindMobileSaying> {
	switch (failure.refusal) {
		case 'wrongCode':
		case 'codeExpired':
			return away(failure.refusal, 'none', { field: 'code' })
		case 'mobileInvalid':
		case 'duplicate':
			return away(failure.refusal, 'none', { field: 'mobile' })
		default:
			return commonly(failure as ApiFailure)
	}
}
