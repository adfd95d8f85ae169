import { defaults } from '@parley/core'
import { m } from '../../locales/index.ts'
import type { CreateSaying, DraftFault } from './draft.ts'
import { clockOf, dayLabel } from './schedule.ts'
import { dayWords, inWords } from './words.ts'

export const faultWords = {
	'Meeting.tips1': m['Meeting.tips1'],
	'Meeting.tips2': m['Meeting.tips2'],
	'Meeting.tips3': m['Meeting.tips3'],
	'Meeting.tips4': m['Meeting.tips4'],
	'Meeting.tips5': m['Meeting.tips5'],
	'Meeting.chooseTime': m['Meeting.chooseTime'],
} as const satisfies Record<DraftFault, () => string>

export const createWords = {
	accountExpired: m.says_account_expired,
	rightsExpired: m.says_rights_expired,
	notAllowed: m.meeting_create_fail_notAllowed,
	tooMany: m.meeting_create_fail_tooMany,
	unreachable: m.meeting_create_fail_unreachable,
	createFail: m.meeting_create_fail,
} as const satisfies Record<Extract<CreateSaying, { at: 'toast' }>['says'], () => string>

/** When a meeting is to begin, as one says it: `明天 14:30`, `May 1, 2027 Sat 09:00`. */
export function startWords(start: string, now: number): string {
	const label = dayLabel(start, defaults.timeZoneHours, now)
	const day = new Date(`${start.slice(0, 10)}T00:00Z`)
	const sameYear = start.slice(0, 4) === String(new Date(now).getFullYear())
	const date = inWords(day, { month: 'long', day: 'numeric', ...(!sameYear && { year: 'numeric' }) })
	const spoken = label.at === 'date' ? `${date} ${inWords(day, { weekday: 'short' })}` : dayWords(label)
	return `${spoken} ${clockOf(start)}`
}
