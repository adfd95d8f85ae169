import {
	cleanText,
	codePointLength,
	hostPasswordError,
	isMeetingPassword,
	limits,
	parseWireTime,
	truncate,
} from '@parley/core'
import { siteZone } from '../../site/index.ts'
import { type Draft, type DraftField, hasNoAttendees, hasStart } from './draft.ts'

/** Names of the wording for a field that cannot be accepted. */
export type DraftErrorKey =
	| 'Meeting.tips1'
	| 'Meeting.tips2'
	| 'Meeting.tips3'
	| 'Meeting.tips4'
	| 'Meeting.tips5'
	| 'Meeting.tips27'
	| 'Meeting.chooseTime'
	| 'Meeting.pleaseSelectParticipant'
	| 'start'
	| 'started'
	| 'recurrence'
	| 'attendees'

/** What this form asks beyond what any meeting has to be. */
export interface DraftRequirements {
	/** At least one person or department (CREATE-22). */
	attendees: boolean
	/** 00:00 counts as a time not chosen: on edit, and only there (EDIT-05, OP-087). */
	rejectsMidnight: boolean
	/** The start the meeting has: it is not sent again, so nothing is said against it. */
	savedStart?: string | undefined
	/** Nothing but who is invited can change (EDIT-03), so nothing else is looked at (EDIT-06). */
	attendeesOnly: boolean
}

export type DraftErrors = { [field in DraftField]?: DraftErrorKey }

const isTime = (start: string) => parseWireTime(start, siteZone()) !== undefined
const isMidnight = (start: string) => /[ T]00:00(:\d\d)?$/.test(start)

/** As it is sent: the topic without what it cannot have (CREATE-12 to CREATE-14). */
export const normalizeDraft = (draft: Draft): Draft => ({
	...draft,
	topic: truncate(cleanText(draft.topic), limits.topicMax),
})

/** What cannot be sent like this (CREATE-11 to CREATE-22); nothing where all of it can. */
export function validateDraft(draft: Draft, demands: DraftRequirements): DraftErrors | undefined {
	const faults: DraftErrors = { ...(!demands.attendeesOnly && fieldErrors(draft, demands)) }
	if (demands.attendees && hasNoAttendees(draft.attendees)) faults.attendees = 'Meeting.pleaseSelectParticipant'
	return Object.keys(faults).length > 0 ? faults : undefined
}

function fieldErrors(draft: Draft, demands: DraftRequirements): DraftErrors {
	const { topic, durationS, password, hostPassword } = draft
	const faults: DraftErrors = {}
	const startFault = hasStart(draft) ? startError(draft.start, demands) : undefined
	const hostFault = hostPasswordError(hostPassword)
	if (codePointLength(cleanText(topic)) === 0) faults.topic = 'Meeting.tips1'
	if (startFault) faults.start = startFault
	if (durationS < 1) faults.durationS = 'Meeting.tips2'
	if (!isMeetingPassword(password)) faults.password = 'Meeting.tips3'
	if (hostFault) faults.hostPassword = hostFault
	return faults
}

function startError(start: string, { rejectsMidnight, savedStart }: DraftRequirements): DraftErrorKey | undefined {
	if (!isTime(start)) return 'start'
	return rejectsMidnight && isMidnight(start) && start !== savedStart ? 'Meeting.chooseTime' : undefined
}
