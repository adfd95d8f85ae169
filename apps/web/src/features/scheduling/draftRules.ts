import {
	cleanText,
	codePointLength,
	hostPasswordError,
	isMeetingPassword,
	limits,
	parseWireTime,
	truncate,
} from '@parley/core'
import { scheduleZone } from '../meeting/index.ts'
import { type Draft, type DraftField, hasStart, isNobody } from './draft.ts'

/** Names of the wording for a field that cannot be accepted. */
export type DraftFault =
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
export interface Demands {
	/** At least one person or department (CREATE-22). */
	attendees: boolean
	/** 00:00 counts as a time not chosen: on edit, and only there (EDIT-05, OP-087). */
	noMidnight: boolean
	/** The start the meeting has: it is not sent again, so nothing is said against it. */
	startBefore?: string | undefined
	/** Nothing but who is invited can change (EDIT-03), so nothing else is looked at (EDIT-06). */
	onlyAttendees: boolean
}

export type DraftFaults = { [field in DraftField]?: DraftFault }

const isTime = (start: string) => parseWireTime(start, scheduleZone) !== undefined
const isMidnight = (start: string) => /[ T]00:00(:\d\d)?$/.test(start)

/** As it is sent: the topic without what it cannot have (CREATE-12 to CREATE-14). */
export const tidied = (draft: Draft): Draft => ({ ...draft, topic: truncate(cleanText(draft.topic), limits.topicMax) })

/** What cannot be sent like this (CREATE-11 to CREATE-22); nothing where all of it can. */
export function faultsOf(draft: Draft, demands: Demands): DraftFaults | undefined {
	const faults: DraftFaults = { ...(!demands.onlyAttendees && fieldFaults(draft, demands)) }
	if (demands.attendees && isNobody(draft.attendees)) faults.attendees = 'Meeting.pleaseSelectParticipant'
	return Object.keys(faults).length > 0 ? faults : undefined
}

function fieldFaults(draft: Draft, demands: Demands): DraftFaults {
	const { topic, durationS, password, hostPassword } = draft
	const faults: DraftFaults = {}
	const startFault = hasStart(draft) ? startFaultOf(draft.start, demands) : undefined
	const hostFault = hostPasswordError(hostPassword)
	if (codePointLength(cleanText(topic)) === 0) faults.topic = 'Meeting.tips1'
	if (startFault) faults.start = startFault
	if (durationS < 1) faults.durationS = 'Meeting.tips2'
	if (!isMeetingPassword(password)) faults.password = 'Meeting.tips3'
	if (hostFault) faults.hostPassword = hostFault
	return faults
}

function startFaultOf(start: string, { noMidnight, startBefore }: Demands): DraftFault | undefined {
	if (!isTime(start)) return 'start'
	return noMidnight && isMidnight(start) && start !== startBefore ? 'Meeting.chooseTime' : undefined
}
