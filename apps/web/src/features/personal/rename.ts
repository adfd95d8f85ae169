import { personal, personalAction, type SiteInfo, type User } from '@parley/api'
import { cleanText, ok } from '@parley/core'
import type { ApiFailure, CallApi } from '../../api/index.ts'
import { type Answered, away, type CommonSaying, commonly, type TurnedAway } from '../account/index.ts'

export type RenameSaying = CommonSaying | 'noName' | 'nameLocked'

/** A name that comes from a directory is changed there; on OA sites all do (PERS-19, ROLE-08). */
export const isNameLocked = (user: Pick<User, 'source'>, site: Pick<SiteInfo, 'isOa'> | undefined): boolean =>
	Boolean(user.source) || site?.isOa === true

/** Changes the display name (PERS-17, PERS-18); an empty one is refused here already. */
export async function rename(
	user: Pick<User, 'id'>,
	typed: string,
	ask: CallApi,
): Promise<Answered<string, RenameSaying>> {
	const displayName = cleanText(typed)
	if (displayName === '') return { ok: false, failure: away('noName', 'none', { field: 'name' }) }
	const change = { id: user.id, action: personalAction.displayName, displayName }
	const answer = await ask(personal.change, change, { quiet: true, handles401: true })
	return answer.ok ? ok(displayName) : { ok: false, failure: renameRefused(answer.failure) }
}

function renameRefused(failure: ApiFailure<typeof personal.change>): TurnedAway<RenameSaying> {
	switch (failure.refusal) {
		case 'nameInvalid':
			return away('noName', 'none', { field: 'name' })
		case 'nameLocked':
			return away('nameLocked')
		default:
			return commonly(failure as ApiFailure)
	}
}
