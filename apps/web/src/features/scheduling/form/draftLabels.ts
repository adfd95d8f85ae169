import type { Attendees } from '@parley/api'
import { m } from '../../../locales/index.ts'
import { formatDate, formatTimeOfDay, getRelativeDay, relativeDayLabel } from '../../meeting/index.ts'
import { hasNoAttendees } from '../draft/draft.ts'
import type { DraftErrorKey } from '../draft/validateDraft.ts'
import type { CreateError, EditError } from '../submit/refusals.ts'

export const draftErrorMessages = {
	'Meeting.tips1': m['Meeting.tips1'],
	'Meeting.tips2': m['Meeting.tips2'],
	'Meeting.tips3': m['Meeting.tips3'],
	'Meeting.tips4': m['Meeting.tips4'],
	'Meeting.tips5': m['Meeting.tips5'],
	'Meeting.tips27': m['Meeting.tips27'],
	'Meeting.chooseTime': m['Meeting.chooseTime'],
	'Meeting.pleaseSelectParticipant': m['Meeting.pleaseSelectParticipant'],
	start: m.scheduling_fault_start,
	started: m.scheduling_fault_started,
	recurrence: m.scheduling_fault_recurrence,
	attendees: m.scheduling_fault_attendees,
} as const satisfies Record<DraftErrorKey, () => string>

export const createMessages = {
	accountExpired: m.says_account_expired,
	rightsExpired: m.says_rights_expired,
	notAllowed: m.scheduling_fail_notAllowed,
	tooMany: m.scheduling_fail_tooMany,
	unreachable: m.scheduling_fail_unreachable,
	createFail: m.scheduling_fail,
} as const satisfies Record<Extract<CreateError, { at: 'toast' }>['says'], () => string>

export const editMessages = {
	notAllowed: m.scheduling_edit_fail_notAllowed,
	unreachable: m.scheduling_edit_fail_unreachable,
	'edit-fail': m['edit-fail'],
} as const satisfies Record<Extract<EditError, { at: 'toast' }>['says'], () => string>

/** Why a meeting is not edited (EDIT-11, EDIT-12). */
export const editRejectedMessages = {
	editFail2: m.editFail2,
	editFail3: m.editFail3,
	'edit-fail1': m['edit-fail1'],
} as const

/** When a meeting is to begin, as one says it: `明天 14:30`, `May 1, 2027 Sat 09:00`. */
export function startLabel(start: string, zone: string, now: number): string {
	const label = getRelativeDay(start, zone, now)
	const day = new Date(`${start.slice(0, 10)}T00:00Z`)
	const sameYear = start.slice(0, 4) === String(new Date(now).getFullYear())
	const date = formatDate(day, { month: 'long', day: 'numeric', ...(!sameYear && { year: 'numeric' }) })
	const spoken = label.kind === 'date' ? `${date} ${formatDate(day, { weekday: 'short' })}` : relativeDayLabel(label)
	return `${spoken} ${formatTimeOfDay(start)}`
}

/** Who is invited, in the room of a row: one name, and how many more there are. */
export function attendeesLabel(attendees: Attendees): string | undefined {
	if (hasNoAttendees(attendees)) return undefined
	const { departments, people } = attendees
	const [first] = [...departments, ...people].flatMap(({ name }) => (name ? [name] : []))
	const count = departments.length + people.length
	if (first === undefined) return m.scheduling_attendees_count({ count })
	return count === 1 ? first : m.scheduling_attendees_more({ name: first, count, more: count - 1 })
}
