import type { meeting as calls, NewMeeting, SiteManage } from '@parley/api'
import {
	clean,
	cut,
	defaults,
	hostPasswordFault,
	type Instant,
	instantOf,
	isMeetingPassword,
	lengthOf,
	limits,
	wireTime,
} from '@parley/core'
import * as v from 'valibot'
import type { Failure } from '../../api/index.ts'
import { scheduleZone } from './schedule.ts'

/** A meeting as it is being written. `start` is a wire time in the zone meetings are scheduled in (CREATE-10). */
export interface Draft {
	topic: string
	start: string
	durationS: number
	password: string
	hostPassword: string
	isPrivate: boolean
	hostMustOpen: boolean
}

export type DraftField = keyof Draft

/** Names of the wording for a field that cannot be accepted. */
export type DraftFault =
	| 'Meeting.tips1'
	| 'Meeting.tips2'
	| 'Meeting.tips3'
	| 'Meeting.tips4'
	| 'Meeting.tips5'
	| 'Meeting.chooseTime'

const says = (fault: DraftFault) => fault

/** What may be sent (CREATE-11 to CREATE-20). */
export const draftRules = v.object({
	topic: v.pipe(
		v.string(),
		v.transform(topic => cut(clean(topic), limits.topicMax)),
		v.check(topic => lengthOf(topic) > 0, says('Meeting.tips1')),
	),
	start: v.pipe(
		v.string(),
		v.check(start => instantOf(start, scheduleZone) !== undefined, says('Meeting.chooseTime')),
	),
	durationS: v.pipe(v.number(), v.minValue(1, says('Meeting.tips2'))),
	password: v.pipe(v.string(), v.check(isMeetingPassword, says('Meeting.tips3'))),
	hostPassword: v.pipe(
		v.string(),
		v.check(password => hostPasswordFault(password) !== 'Meeting.tips4', says('Meeting.tips4')),
		v.check(password => hostPasswordFault(password) === undefined, says('Meeting.tips5')),
	),
	isPrivate: v.boolean(),
	hostMustOpen: v.boolean(),
})

const halfHourMs = 30 * 60_000

/** What the form starts from (CREATE-04, CREATE-07 to CREATE-09): the next half hour, the defaults of the site. */
export function newDraft(now: Instant, hostPassword: string, site?: Pick<SiteManage, 'durationS' | 'private'>): Draft {
	return {
		topic: '',
		start: wireTime(Math.ceil(now / halfHourMs) * halfHourMs, scheduleZone),
		durationS: site?.durationS || defaults.durationS,
		password: '',
		hostPassword,
		isPrivate: site?.private ?? false,
		hostMustOpen: true,
	}
}

/** A start that has passed becomes now (CREATE-16, OP-088). */
export function settledStart(start: string, now: Instant): string {
	const at = instantOf(start, scheduleZone)
	return at !== undefined && at < now ? wireTime(now, scheduleZone) : start
}

/** What is sent. An empty meeting password is none. */
export const meetingOf = ({ start, password, ...draft }: Draft): NewMeeting => ({
	...draft,
	startTime: start,
	timeZone: defaults.timeZoneHours,
	...(password && { password }),
})

const KeptDraft = v.object({
	topic: v.string(),
	start: v.string(),
	durationS: v.number(),
	password: v.string(),
	hostPassword: v.string(),
	isPrivate: v.boolean(),
	hostMustOpen: v.boolean(),
})

/** A draft that was kept over a reload, if it still is one. */
export function keptDraft(text: string | undefined): Draft | undefined {
	if (text === undefined) return undefined
	try {
		const kept = v.safeParse(KeptDraft, JSON.parse(text))
		return kept.success ? kept.output : undefined
	} catch {
		return undefined
	}
}

export type CreateFailure = Failure<typeof calls.create>

/** Why nothing was scheduled: a fault of one field, or a sentence for the whole. */
export type CreateSaying =
	| { at: 'field'; field: DraftField; fault: DraftFault }
	| { at: 'login' }
	| {
			at: 'toast'
			says: 'accountExpired' | 'rightsExpired' | 'notAllowed' | 'tooMany' | 'unreachable' | 'createFail'
	  }

/** CREATE-26 to CREATE-29. The form keeps what was typed, whatever this answers. */
export function createSaying({ refusal }: CreateFailure): CreateSaying {
	switch (refusal) {
		case 'topicInvalid':
			return { at: 'field', field: 'topic', fault: 'Meeting.tips1' }
		case 'startInvalid':
			return { at: 'field', field: 'start', fault: 'Meeting.chooseTime' }
		case 'durationInvalid':
			return { at: 'field', field: 'durationS', fault: 'Meeting.tips2' }
		case 'passwordInvalid':
			return { at: 'field', field: 'password', fault: 'Meeting.tips3' }
		case 'hostPasswordInvalid':
			return { at: 'field', field: 'hostPassword', fault: 'Meeting.tips5' }
		case 'signedOut':
			return { at: 'login' }
		case 'accountExpired':
		case 'rightsExpired':
		case 'notAllowed':
			return { at: 'toast', says: refusal }
		case 'forbidden':
			return { at: 'toast', says: 'notAllowed' }
		case 'tooMany':
			return { at: 'toast', says: 'tooMany' }
		case 'offline':
		case 'timeout':
			return { at: 'toast', says: 'unreachable' }
		default:
			return { at: 'toast', says: 'createFail' }
	}
}

/** CREATE-23: on a site that admits no visitors the scheduler is told so once, the personal edition aside. */
export const mustBeTold = (
	site: Pick<SiteManage, 'guestsAllowed'> | undefined,
	company: { isPersonal: boolean },
): boolean => site?.guestsAllowed === false && !company.isPersonal
