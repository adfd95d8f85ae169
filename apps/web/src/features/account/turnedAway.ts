import { commonRefusals } from '@parley/api'
import type { Result } from '@parley/core'
import type { ApiFailure } from '../../api/index.ts'

/** What any call may be refused with; each flow adds its own. */
export type CommonSaying = 'unreachable' | 'noAnswer' | 'tooMany' | 'stalePage' | 'signedOut' | 'server' | 'notNow'

/** The button that helps, where one does. */
export type Remedy = 'register' | 'sign-in' | 'start-over' | 'by-phone' | 'by-oa' | 'app-again' | 'reload' | 'none'

export type FormField = 'mobile' | 'code' | 'name' | 'current' | 'password' | 'again'

/** Why something did not come about: a sentence, the button that helps, and the field it is about where it is about one. */
export interface TurnedAway<S extends string = string> {
	says: S
	remedy: Remedy
	field?: FormField
	/** The server's own words, for a code nobody knows (FORGOT-10). */
	message?: string
	retryAfterS?: number
}

export type Answered<T, S extends string> = Result<T, TurnedAway<S>>

export const away = <S extends string>(
	says: S,
	remedy: Remedy = 'none',
	more: Omit<TurnedAway<S>, 'says' | 'remedy'> = {},
): TurnedAway<S> => ({ says, remedy, ...more })

export const turnAway = <S extends string>(
	...why: Parameters<typeof away<S>>
): { ok: false; failure: TurnedAway<S> } => ({
	ok: false,
	failure: away(...why),
})

/** The refusals of no call in particular, and codes nobody knows. */
export function commonly({ refusal, code, message, retryAfterMs }: ApiFailure): TurnedAway<CommonSaying> {
	if (isUnknown(refusal, code) && message) return away('server', 'none', { message })
	switch (refusal) {
		case 'offline':
		case 'timeout':
		case 'cancelled':
			return away('unreachable')
		case 'broken':
			return away('noAnswer')
		case 'tooMany':
			return away('tooMany', 'none', retryAfterMs === undefined ? {} : { retryAfterS: Math.ceil(retryAfterMs / 1000) })
		case 'staleToken':
			return away('stalePage', 'reload')
		case 'signedOut':
			return away('signedOut', 'sign-in')
		default:
			return away('notNow')
	}
}

/** A code that is neither of the call nor of all calls, whatever status it came with. */
const isUnknown = (refusal: ApiFailure['refusal'], code: number | undefined): boolean =>
	code !== undefined &&
	(!(refusal in commonRefusals) || commonRefusals[refusal as keyof typeof commonRefusals].code !== code)
