import { m } from '../../locales/index.ts'
import type { Switched } from './switchCompany.ts'

/** What is said where the company stays as it was. */
export const switchWords: Partial<Record<Switched, () => string>> = {
	notTheirs: m.company_switch_notTheirs,
	unreachable: m.company_switch_unreachable,
	failed: m.company_switch_failed,
}
