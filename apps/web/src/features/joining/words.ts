import { m } from '../../locales/index.ts'
import type { JoinFault } from './form.ts'
import type { JoinSaying, TurnedAway } from './refusals.ts'

export const joinFaultWords = {
	'Meeting.tips8': m['Meeting.tips8'],
	'Meeting.tips11': m['Meeting.tips11'],
	'Meeting.tips12': m['Meeting.tips12'],
	'Meeting.tips13': m['Meeting.tips13'],
	'Meeting.tips24': m['Meeting.tips24'],
} as const satisfies Record<JoinFault, () => string>

const sentences = {
	loginOnly: m.joining_says_loginOnly,
	notStarted: m.joining_says_notStarted,
	notOpened: m.joining_says_notOpened,
	wrongPassword: m.joining_says_wrongPassword,
	over: m.joining_says_over,
	unknownMeeting: m.joining_says_unknownMeeting,
	locked: m.joining_says_locked,
	otherCompany: m.joining_says_otherCompany,
	full: m.joining_says_full,
	removed: m.joining_says_removed,
	accountExpired: m.joining_says_accountExpired,
	rightsExpired: m.joining_says_rightsExpired,
	nameInvalid: m.joining_says_nameInvalid,
	idInvalid: m['Meeting.tips12'],
	signedOut: m.joining_says_signedOut,
	stalePage: m.joining_says_stalePage,
	tooMany: m.joining_says_tooMany,
	noAnswer: m.joining_says_noAnswer,
	unreachable: m.joining_says_unreachable,
	joinError: m.joining_says_joinError,
} as const satisfies Record<JoinSaying, () => string>

export function turnedAwayWords({ says, retryAfterS }: Pick<TurnedAway, 'says' | 'retryAfterS'>): string {
	if (says === 'tooMany' && retryAfterS) return m.joining_says_tooManySeconds({ seconds: retryAfterS })
	return sentences[says]()
}

/** What is said in the dialog for the password (JOIN-21, JERR-05). */
export const passwordWords = (says: 'Meeting.tips8' | 'wrongPassword' | undefined): string | undefined =>
	says && (says === 'wrongPassword' ? m.joining_says_wrongPassword() : m['Meeting.tips8']())
