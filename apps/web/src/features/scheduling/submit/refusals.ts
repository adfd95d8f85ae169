import type { meeting as calls } from '@parley/api'
import type { ApiFailure } from '../../../api/index.ts'
import type { DraftField } from '../draft/draft.ts'
import type { DraftErrorKey } from '../draft/validateDraft.ts'

/** A field, and what is wrong with it. */
interface FieldError {
	at: 'field'
	field: DraftField
	fault: DraftErrorKey
}

export type CreateFailure = ApiFailure<typeof calls.create>
export type EditFailure = ApiFailure<typeof calls.edit>

/** Why nothing was scheduled: a fault of one field, or a sentence for the whole. */
export type CreateError =
	| FieldError
	| { at: 'login' }
	| {
			at: 'toast'
			says: 'accountExpired' | 'rightsExpired' | 'notAllowed' | 'tooMany' | 'unreachable' | 'createFail'
	  }

/** Why nothing was changed; `gone` leaves the screen. */
export type EditError =
	| FieldError
	| { at: 'login' }
	| { at: 'gone' }
	| { at: 'toast'; says: 'notAllowed' | 'unreachable' | 'edit-fail' }

/** CREATE-26 to CREATE-29. The form keeps what was typed, whatever this answers. */
export function toCreateError({ refusal }: CreateFailure): CreateError {
	const field = fieldSaying(refusal)
	if (field) return field
	switch (refusal) {
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

/** EDIT-09 to EDIT-11. What is in progress keeps its time: whichever of the two was to change says so. */
export function toEditError({ refusal }: EditFailure, retimed: 'start' | 'recurrence' = 'start'): EditError {
	const field = fieldSaying(refusal)
	if (field) return field
	switch (refusal) {
		case 'startAtMidnight':
			return { at: 'field', field: 'start', fault: 'Meeting.chooseTime' }
		case 'started':
			return { at: 'field', field: retimed, fault: 'started' }
		case 'signedOut':
			return { at: 'login' }
		case 'missing':
			return { at: 'gone' }
		case 'forbidden':
			return { at: 'toast', says: 'notAllowed' }
		case 'offline':
		case 'timeout':
			return { at: 'toast', says: 'unreachable' }
		default:
			return { at: 'toast', says: 'edit-fail' }
	}
}

/** What both calls refuse about one field stands at that field. */
const fieldFaults: Partial<Record<(CreateFailure | EditFailure)['refusal'], [DraftField, DraftErrorKey]>> = {
	topicInvalid: ['topic', 'Meeting.tips1'],
	startInvalid: ['start', 'start'],
	durationInvalid: ['durationS', 'Meeting.tips2'],
	passwordInvalid: ['password', 'Meeting.tips3'],
	hostPasswordInvalid: ['hostPassword', 'Meeting.tips5'],
	recurrenceInvalid: ['recurrence', 'recurrence'],
	hostUnknown: ['host', 'Meeting.tips27'],
	attendeesInvalid: ['attendees', 'attendees'],
	attendeesNeeded: ['attendees', 'Meeting.pleaseSelectParticipant'],
}

function fieldSaying(refusal: keyof typeof fieldFaults): FieldError | undefined {
	const found = fieldFaults[refusal]
	return found && { at: 'field', field: found[0], fault: found[1] }
}
