import { personal, personalAction, type SiteInfo, type User } from '@parley/api'
import { cleanText } from '@parley/core'
import * as v from 'valibot'
import type { CallApi, RefusalTable } from '../../api/index.ts'
import { callForForm, type ErrorEntry } from '../../forms/index.ts'
import { m } from '../../locales/index.ts'

/** Names from a directory are changed in the directory; on OA sites all are from there (PERS-19, ROLE-08). */
export const isNameLocked = (user: Pick<User, 'source'>, site: Pick<SiteInfo, 'isOa'> | undefined): boolean =>
	Boolean(user.source) || site?.isOa === true

/** PERS-17 */
export const displayNameSchema = v.object({
	displayName: v.pipe(v.string(), v.transform(cleanText), v.nonEmpty(m.personal_error_noName)),
})

const unexpected: ErrorEntry<never> = { message: m.account_error_notNow }
const refusals: RefusalTable<typeof personal.change, ErrorEntry<'displayName'>> = {
	nameInvalid: { message: m.personal_error_noName, field: 'displayName' },
	nameLocked: { message: m.personal_name_locked },
	wrongPassword: unexpected,
	passwordRule: unexpected,
	tooManyAttempts: unexpected,
}

/** PERS-17, PERS-18 */
export const changeDisplayName = (user: Pick<User, 'id'>, displayName: string, callApi: CallApi) =>
	callForForm(callApi, personal.change, { id: user.id, action: personalAction.displayName, displayName }, refusals)
