import type { messenger } from '@parley/api'
import type { ApiFailure } from '../../api/index.ts'
import { away, type CommonSaying, commonly, type TurnedAway } from './turnedAway.ts'

export interface OaForm {
	name: string
	password: string
}

/** Both fields have to be filled (BIND-02). */
export const isOaFilled = ({ name, password }: OaForm): boolean => name !== '' && password !== ''

export type OaSaying = CommonSaying | 'oaUnknown' | 'oaWrongPassword' | 'oaTooMany'

/** The slider has to be solved first, or is the reason (LOGIN-36). */
export type OaAnswered<T, S extends string> =
	| { at: 'done'; value: T }
	| { at: 'challenge' }
	| { at: 'turned-away'; why: TurnedAway<S> }

export const wantsChallenge = ({ refusal }: { refusal: string }): boolean =>
	refusal === 'challengeNeeded' || refusal === 'challengeFailed' || refusal === 'challengeExpired'

/** UNBIND-10 to UNBIND-12; the same for a forgotten password. */
export function oaRefused(failure: ApiFailure<typeof messenger.proveOa>): TurnedAway<OaSaying> {
	switch (failure.refusal) {
		case 'invalidUser':
			return away('oaUnknown', 'by-phone', { field: 'name' })
		case 'wrongPassword':
			return away('oaWrongPassword', 'none', { field: 'password' })
		case 'tooManyAttempts':
			return away('oaTooMany', 'by-phone')
		default:
			return commonly(failure as ApiFailure)
	}
}
