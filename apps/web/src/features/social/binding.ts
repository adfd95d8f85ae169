import type { ApiFailure } from '../../api/index.ts'
import { away, type CommonSaying, commonly, type TurnedAway } from '../account/index.ts'

/** Asked quietly: what goes wrong is said on the screen. */
export const quietOptions = { quiet: true, handles401: true } as const

/** A code nobody knows is a failed binding (BIND-22); what is no code at all is said as what it is. */
export function orBindFailed(failure: ApiFailure): TurnedAway<CommonSaying | 'bindFailed'> {
	const why = commonly(failure)
	return why.says === 'notNow' || why.says === 'server' ? away('bindFailed') : why
}
