import { newPasswordError } from '@parley/core'

interface Known {
	name: string
	displayName: string
	mobile?: string | null
	mobileCode?: string | null
}

/** Returns whether a new password breaks the rule, or equals a name or number of its owner (REG-10, OP-041). */
export function isPasswordUnacceptable(password: string, { name, displayName, mobile, mobileCode }: Known): boolean {
	if (newPasswordError(password, name)) return true
	const known = [name, displayName, mobile, mobile && `${mobileCode}${mobile}`, mobile && `+${mobileCode}${mobile}`]
	return known.some(text => text?.toLowerCase() === password.toLowerCase())
}
