import { personal, personalAction, type User } from '@parley/api'
import * as v from 'valibot'
import type { CallApi, RefusalTable } from '../../api/index.ts'
import { callForForm, type ErrorEntry, tooManyError } from '../../forms/index.ts'
import { m } from '../../locales/index.ts'
import { isValidNewPassword } from '../account/index.ts'

export interface PasswordChangeValues {
	current: string
	password: string
	again: string
}

type Names = Pick<User, 'name' | 'displayName' | 'mobile'>

/** Values a new password must differ from (OP-041). */
export const getOwnNames = ({ name, displayName, mobile }: Names): string[] =>
	[name, displayName, mobile].filter(own => own !== undefined && own !== '') as string[]

/** PERS-21 */
export const isPasswordChangeFilled = ({ current, password, again }: PasswordChangeValues): boolean =>
	current !== '' && password !== '' && again !== ''

/** PERS-22 to PERS-25, PERS-28 */
export const passwordChangeSchema = (user: Names) =>
	v.pipe(
		v.object({
			current: v.string(),
			password: v.pipe(
				v.string(),
				v.check(password => password.toLowerCase() !== user.name.toLowerCase(), m['User.tips10']),
				v.check(password => isValidNewPassword(password, getOwnNames(user)), m.formatError),
			),
			again: v.string(),
		}),
		v.forward(
			v.check(({ password, again }) => password === again, m.account_error_mismatch),
			['again'],
		),
	)

const unexpected: ErrorEntry<never> = { message: m.account_error_notNow }
const refusals: RefusalTable<typeof personal.change, ErrorEntry<'current' | 'password'>> = {
	wrongPassword: { message: m.personal_error_wrongPassword, field: 'current' },
	passwordRule: { message: m.formatError, field: 'password' },
	tooManyAttempts: tooManyError,
	nameInvalid: unexpected,
	nameLocked: unexpected,
}

/** Changes the password of a person who knows the current one (API-22). */
export async function changePassword(
	{ current, password, again }: PasswordChangeValues,
	{ id }: Pick<User, 'id'>,
	{ callApi, encryptPassword }: { callApi: CallApi; encryptPassword(password: string): Promise<string> },
) {
	const [encryptedCurrentPassword, encryptedPassword, encryptedConfirmation] = await Promise.all([
		encryptPassword(current),
		encryptPassword(password),
		encryptPassword(again),
	])
	const change = {
		id,
		action: personalAction.password,
		encryptedCurrentPassword,
		encryptedPassword,
		encryptedConfirmation,
	}
	return callForForm(callApi, personal.change, change, refusals)
}
