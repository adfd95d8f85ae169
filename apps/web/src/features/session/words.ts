import { m } from '../../locales/index.ts'
import type { SignInReason } from './destination.ts'
import type { SignInMessageKey } from './signIn.ts'

const words = {
	invalidUser: m.login_invalid_user,
	readProtocol: m.login_read_protocol,
	invalidCredentials: m.login_invalid_credentials,
	invalidPassword: m.login_invalid_password,
	loginError: m.login_error,
	network: m.login_network,
} satisfies Record<Exclude<SignInMessageKey, 'tooMany'>, () => string>

export const signInMessage = (says: SignInMessageKey, retryAfterMs?: number): string =>
	says === 'tooMany' ? tooManyMessage(retryAfterMs) : words[says]()

export function tooManyMessage(retryAfterMs: number | undefined): string {
	if (!retryAfterMs) return m.login_too_many()
	return m.login_too_many_minutes({ minutes: Math.ceil(retryAfterMs / 60_000) })
}

export const signInReasonText = {
	live: m.login_needed_live,
	internal: m.login_needed_internal,
	meeting: m.login_needed,
} satisfies Record<SignInReason, () => string>
