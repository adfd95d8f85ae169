import { m } from '../../../locales/index.ts'

/** Parameters of the texts of errors. */
export interface DraftErrorParameters {
	meetingPasswordMin: number
}

export const draftErrorMessages = {
	'Meeting.tips1': m['Meeting.tips1'],
	'Meeting.tips2': m['Meeting.tips2'],
	/** The password is no digits, or too short or long. */
	'Meeting.tips3': ({ meetingPasswordMin: min }: DraftErrorParameters) => m['Meeting.tips3']({ min }),
	'Meeting.tips4': m['Meeting.tips4'],
	'Meeting.tips5': m['Meeting.tips5'],
	'Meeting.tips6': m['Meeting.tips6'],
	'Meeting.tips27': m['Meeting.tips27'],
	'Meeting.chooseTime': m['Meeting.chooseTime'],
	'Meeting.pleaseSelectParticipant': m['Meeting.pleaseSelectParticipant'],
	start: m.scheduling_error_start,
	started: m.scheduling_error_started,
	recurrence: m.scheduling_error_recurrence,
	attendees: m.scheduling_error_attendees,
	introductionTooLong: m.scheduling_live_introduction_tooLong,
	backgroundInvalid: m.scheduling_live_background_invalid,
} as const

/** Why a field is invalid. */
export type DraftErrorKey = keyof typeof draftErrorMessages

const isDraftErrorKey = (key: string): key is DraftErrorKey => key in draftErrorMessages

/** The text of an error in the state of the form, whose messages are keys so that they follow the language. */
export function draftErrorText(
	error: { message?: string | undefined } | undefined,
	parameters: DraftErrorParameters,
): string | undefined {
	const key = error?.message
	return key !== undefined && isDraftErrorKey(key) ? draftErrorMessages[key](parameters) : undefined
}

/** Requirements of a form beyond the rules of any meeting. */
export interface DraftRequirements {
	/** At least one person or department (CREATE-22). */
	attendees: boolean
	/** Digits a new password has at least (CREATE-17). */
	meetingPasswordMin: number
	/** The password of the saved meeting, which may be shorter. */
	savedPassword?: string | undefined
	/** 00:00 counts as a time that was not chosen: only when editing (EDIT-05, OP-087). */
	rejectsMidnight: boolean
	/** The start of the saved meeting: it is not sent again, so it may be midnight. */
	savedStart?: string | undefined
	/** Only the attendees can change (EDIT-03), so nothing else is validated (EDIT-06). */
	attendeesOnly: boolean
}
