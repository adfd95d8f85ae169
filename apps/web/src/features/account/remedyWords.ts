import { m } from '../../locales/index.ts'
import type { Remedy } from './turnedAway.ts'

export const remedyWords = {
	register: m.account_to_register,
	'sign-in': m.account_to_sign_in,
	'start-over': m.account_start_over,
	'by-phone': m.account_by_phone,
	'by-oa': m.account_by_oa,
	'app-again': m.account_app_again,
	reload: m.account_reload,
} as const satisfies Record<Exclude<Remedy, 'none'>, () => string>
