import { limits, newPasswordError } from '@parley/core'

/** Which parts of the rule for a new password are met (REG-07 to REG-10). */
export interface PasswordRules {
	length: boolean
	kinds: boolean
	/** Only printable ASCII, and no spaces. */
	plain: boolean
	/** Undefined where no name is known (OP-041). */
	differs?: boolean
}

/** @param names what the password must not be equal to */
export function checkPasswordRules(password: string, names: readonly string[]): PasswordRules {
	const kinds = [/[A-Za-z]/, /\d/, /[\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]/].filter(kind => kind.test(password))
	return {
		length: password.length >= limits.newPasswordMin && password.length <= limits.newPasswordMax,
		kinds: kinds.length >= 2,
		plain: password !== '' && /^[\x21-\x7e]*$/.test(password),
		...(names.length > 0 && { differs: password !== '' && !isOneOf(password, names) }),
	}
}

/** REG-11 */
export const isValidNewPassword = (password: string, names: readonly string[]): boolean =>
	newPasswordError(password, undefined) === undefined && !isOneOf(password, names)

const isOneOf = (password: string, names: readonly string[]): boolean =>
	names.some(name => name.toLowerCase() === password.toLowerCase())
