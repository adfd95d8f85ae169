import { m } from '../../locales/index.ts'
import type { CommonSaying, TurnedAway } from './turnedAway.ts'

const common = {
	unreachable: m.account_error_unreachable,
	noAnswer: m.account_error_noAnswer,
	stalePage: m.account_error_stalePage,
	signedOut: m.account_error_signedOut,
	notNow: m.account_error_notNow,
} as const satisfies Record<Exclude<CommonSaying, 'tooMany' | 'server'>, () => string>

export type OwnWords<S extends string> = Record<Exclude<S, CommonSaying>, () => string>

/** What is said on a screen: the words of its flow, which come with it alone, and those of all. */
export const sentenceWith =
	<S extends string>(own: OwnWords<S>) =>
	({ says, message, retryAfterS }: TurnedAway<S>): string => {
		if (says === 'server') return message ?? m.account_error_notNow()
		if (says === 'tooMany') return tooMany(retryAfterS)
		return ({ ...common, ...own } as Record<string, () => string>)[says]?.() ?? m.account_error_notNow()
	}

/** A long wait is told in minutes. */
function tooMany(retryAfterS: number | undefined): string {
	if (!retryAfterS) return m.account_error_tooMany()
	if (retryAfterS < 120) return m.account_error_tooManySeconds({ seconds: retryAfterS })
	return m.account_error_tooManyMinutes({ minutes: Math.ceil(retryAfterS / 60) })
}
