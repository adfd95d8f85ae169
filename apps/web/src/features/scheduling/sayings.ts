import type { meeting as calls } from '@parley/api'
import type { Failure } from '../../api/index.ts'
import type { DraftField } from './draft.ts'
import type { DraftFault } from './draftRules.ts'

/** A field, and what is wrong with it. */
interface FieldSaying {
	at: 'field'
	field: DraftField
	fault: DraftFault
}

export type CreateFailure = Failure<typeof calls.create>
export type EditFailure = Failure<typeof calls.edit>

/** Why nothing was scheduled: a fault of one field, or a sentence for the whole. */
export type CreateSaying =
	| FieldSaying
	| { at: 'login' }
	| {
			at: 'toast'
			says: 'accountExpired' | 'rightsExpired' | 'notAllowed' | 'tooMany' | 'unreachable' | 'createFail'
	  }

/** Why nothing was changed; `gone` leaves the screen. */
export type EditSaying =
	| FieldSaying
	| { at: 'login' }
	| { at: 'gone' }
	| { at: 'toast'; says: 'notAllowed' | 'unreachable' | 'edit-fail' }

/** CREATE-26 to CREATE-29. The form keeps what was typed, whatever this answers. */
export function createSaying({ refusal }: CreateFailure): CreateSaying {
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
export function editSaying({ refusal }: EditFailure, retimed: 'start' | 'recurrence' = 'start'): EditSaying {
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
function fieldSaying(refusal: (CreateFailure | EditFailure)['refusal']): FieldSaying | undefined {
	switch (refusal) {
		case 'topicInvalid':
			return { at: 'field', field: 'topic', fault: 'Meeting.tips1' }
		case 'startInvalid':
			return { at: 'field', field: 'start', fault: 'start' }
		case 'durationInvalid':
			return { at: 'field', field: 'durationS', fault: 'Meeting.tips2' }
		case 'passwordInvalid':
			return { at: 'field', field: 'password', fault: 'Meeting.tips3' }
		case 'hostPasswordInvalid':
			return { at: 'field', field: 'hostPassword', fault: 'Meeting.tips5' }
		case 'recurrenceInvalid':
			return { at: 'field', field: 'recurrence', fault: 'recurrence' }
		case 'hostUnknown':
			return { at: 'field', field: 'host', fault: 'Meeting.tips27' }
		case 'attendeesInvalid':
			return { at: 'field', field: 'attendees', fault: 'attendees' }
		case 'attendeesNeeded':
			return { at: 'field', field: 'attendees', fault: 'Meeting.pleaseSelectParticipant' }
		default:
			return undefined
	}
}
