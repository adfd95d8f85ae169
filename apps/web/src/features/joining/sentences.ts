import { m } from '../../locales/index.ts'
import type { JoinError, JoinSaying } from './join/joinErrors.ts'

// In a file of its own: it comes when a screen has settled, before anybody can be turned away.

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

export function turnedAwayWords({ says, retryAfterS }: Pick<JoinError, 'says' | 'retryAfterS'>): string {
	if (says === 'tooMany' && retryAfterS) return m.joining_says_tooManySeconds({ seconds: retryAfterS })
	return sentences[says]()
}
