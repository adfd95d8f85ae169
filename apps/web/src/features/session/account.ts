import { limits, loginPasswordWhileTyping, userNameWhileTyping } from '@parley/core'
import type { SignInFormValues } from './signIn.ts'

/** Nothing typed, nothing agreed to (LOGIN-12). */
export const emptySignInForm: SignInFormValues = { name: '', password: '', agreed: false }

/**
 * The form after the name changed: what a name cannot have is gone (LOGIN-07, LOGIN-08), and with fewer than four
 * characters the password too (LOGIN-10).
 */
export function setName(form: SignInFormValues, typed: string): SignInFormValues {
	const name = userNameWhileTyping(typed)
	const changed = name !== form.name
	const password = changed && name.length < limits.userNameKeepsPasswordFrom ? '' : form.password
	return { ...form, name, password }
}

/** The form after the password changed: no whitespace, at most twenty characters (LOGIN-13, LOGIN-14). */
export const setPassword = (form: SignInFormValues, typed: string): SignInFormValues => ({
	...form,
	password: loginPasswordWhileTyping(typed),
})

/** Lets one act through, then none until `lockMs` have passed (LOGIN-19). */
export function createClickLock(now: () => number, lockMs: number): () => boolean {
	let openAt = Number.NEGATIVE_INFINITY
	return () => {
		if (now() < openAt) return false
		openAt = now() + lockMs
		return true
	}
}
