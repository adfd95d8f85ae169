import type { Attendees, NewMeeting, SiteManage } from '@parley/api'
import { defaults, formatWireTime, type Instant, parseWireTime, repeatType, utcOffsetHours } from '@parley/core'
import type { Recurrence } from '../../meeting/index.ts'
import type { Person } from '../../session/index.ts'
import { siteZone } from '../../site/index.ts'
import { ChosenHost, noAttendees } from './host.ts'
import { nextOccurrenceStart } from './start.ts'

export { ChosenHost, noAttendees }

/** A meeting as it is being written. `start` is a wire time in the zone of the meeting (CREATE-01). */
export interface Draft {
	topic: string
	start: string
	durationS: number
	/** A room comes back by its recurrence; a one-off meeting takes no notice of it (OP-017). */
	isRecurring: boolean
	recurrence: Recurrence
	/** Whoever writes it where nobody else is named. */
	host: ChosenHost | undefined
	attendees: Attendees
	isPrivate: boolean
	hostMustOpen: boolean
	password: string
	hostPassword: string
}

/** Whoever writes, as a host. */
export const personToHost = (person: Person): ChosenHost | undefined =>
	person.kind === 'member'
		? { id: person.user.id, displayName: person.user.displayName, name: person.user.name }
		: undefined

export type DraftField = keyof Draft

export const hasNoAttendees = ({ people, departments }: Attendees): boolean => people.length + departments.length === 0

const halfHourMs = 30 * 60_000

/** What the form starts from (CREATE-04, CREATE-06 to CREATE-09): the next half hour, the defaults of the site. */
export function newDraft(now: Instant, hostPassword: string, site?: Pick<SiteManage, 'durationS' | 'private'>): Draft {
	return {
		topic: '',
		start: formatWireTime(Math.ceil(now / halfHourMs) * halfHourMs, siteZone()),
		durationS: site?.durationS || defaults.durationS,
		isRecurring: false,
		recurrence: { every: 'day' },
		host: undefined,
		attendees: noAttendees,
		isPrivate: site?.private ?? false,
		hostMustOpen: true,
		password: '',
		hostPassword,
	}
}

/** A room of no fixed time begins whenever somebody opens it. */
export const hasStart = ({ isRecurring, recurrence }: Pick<Draft, 'isRecurring' | 'recurrence'>): boolean =>
	!isRecurring || recurrence.every !== 'no-fixed-time'

/** The recurrence as it travels (REC-06 to REC-09). */
export function toRepeatFields(recurrence: Recurrence): { repeatType: number; repeatCondition?: number } {
	switch (recurrence.every) {
		case 'day':
			return { repeatType: repeatType.daily }
		case 'week':
			return { repeatType: repeatType.weekly, repeatCondition: recurrence.weekday }
		case 'month':
			return { repeatType: repeatType.monthly, repeatCondition: recurrence.day }
		case 'no-fixed-time':
			return { repeatType: repeatType.none }
	}
}

/**
 * A start that has passed becomes now (CREATE-16, OP-088); that of a room is the next time it comes round, so that the
 * hour that was chosen stays.
 */
export function moveStartToFuture(
	draft: Pick<Draft, 'start' | 'isRecurring' | 'recurrence'>,
	now: Instant,
	zone: string = siteZone(),
): string {
	if (draft.isRecurring && hasStart(draft)) return nextOccurrenceStart(draft.start, draft.recurrence, now, zone)
	const at = parseWireTime(draft.start, zone)
	return at !== undefined && at < now ? formatWireTime(now, zone) : draft.start
}

/** What is sent. An empty meeting password is none, and nobody invited means the whole company. */
export function toNewMeeting({ start, recurrence, host, attendees, password, ...draft }: Draft): NewMeeting {
	const zone = siteZone()
	return {
		...draft,
		...toRepeatFields(recurrence),
		startTime: start,
		timeZone: utcOffsetHours(zone, parseWireTime(start, zone) ?? 0),
		...(host && { hostId: host.id }),
		...(!hasNoAttendees(attendees) && { attendees }),
		...(password && { password }),
	}
}

/** CREATE-23: on a site that admits no visitors the scheduler is told so once, the personal edition aside. */
export const shouldShowNoGuestsNotice = (
	site: Pick<SiteManage, 'guestsAllowed'> | undefined,
	company: { isPersonal: boolean },
): boolean => site?.guestsAllowed === false && !company.isPersonal
