import type { meeting as calls, MeetingForm, OutputOf, RefusalOf } from '@parley/api'
import type { Result } from '@parley/core'
import {
	type ApiFailure,
	type GeneralRefusal,
	type NetworkFailure,
	type RefusalTable,
	valueOfFailure,
} from '../../../api/index.ts'
import { m } from '../../../locales/index.ts'
import type { DraftErrorKey } from '../draft/draftErrors.ts'
import type { DraftFieldName } from '../draft/draftFields.ts'

/** The result of a failed create or edit; the form keeps its entries. `gone`: the meeting no longer exists. */
export type SubmitError =
	| { type: 'field'; field: DraftFieldName; errorKey: DraftErrorKey }
	| { type: 'login' }
	| { type: 'gone' }
	| { type: 'toast'; message(): string }

const fieldError = (field: DraftFieldName, errorKey: DraftErrorKey): SubmitError => ({ type: 'field', field, errorKey })
const toastError = (message: () => string): SubmitError => ({ type: 'toast', message })
const loginError: SubmitError = { type: 'login' }

/** Refusals of both calls that are about one field. */
const fieldErrors = {
	topicInvalid: fieldError('topic', 'Meeting.tips1'),
	startInvalid: fieldError('start', 'start'),
	durationInvalid: fieldError('durationS', 'Meeting.tips2'),
	passwordInvalid: fieldError('password', 'Meeting.tips3'),
	hostPasswordInvalid: fieldError('hostPassword', 'Meeting.tips5'),
	recurrenceInvalid: fieldError('recurrence', 'recurrence'),
	hostUnknown: fieldError('host', 'Meeting.tips27'),
	attendeesInvalid: fieldError('attendees', 'attendees'),
	attendeesNeeded: fieldError('attendees', 'Meeting.pleaseSelectParticipant'),
	liveUnavailable: toastError(m.scheduling_live_unavailable),
	livePasswordInvalid: fieldError('livePassword', 'Meeting.tips6'),
	introductionTooLong: fieldError('introduction', 'introductionTooLong'),
	backgroundInvalid: fieldError('liveBackground', 'backgroundInvalid'),
} satisfies Partial<Record<RefusalOf<typeof calls.create> & RefusalOf<typeof calls.edit>, SubmitError>>

const notCreated = toastError(m.scheduling_fail)
/** CREATE-26 to CREATE-29 */
const createErrors: RefusalTable<typeof calls.create, SubmitError, GeneralRefusal> = {
	...fieldErrors,
	accountExpired: toastError(m.scheduling_account_expired),
	rightsExpired: toastError(m.scheduling_rights_expired),
	notAllowed: toastError(m.scheduling_fail_notAllowed),
	signedOut: loginError,
	forbidden: toastError(m.scheduling_fail_notAllowed),
	tooMany: toastError(m.scheduling_fail_tooMany),
	missing: notCreated,
	staleToken: notCreated,
	invalidInput: notCreated,
	phoneNeeded: notCreated,
	profileNeeded: notCreated,
	broken: notCreated,
	unknown: notCreated,
}

export const toCreateError = (failure: Pick<ApiFailure<typeof calls.create>, 'refusal'>): SubmitError =>
	valueOfFailure(failure, createErrors, toastError(m.scheduling_fail_unreachable))

const notSaved = toastError(m['edit-fail'])
/** EDIT-09 to EDIT-11 */
const editErrors: RefusalTable<typeof calls.edit, SubmitError, GeneralRefusal> = {
	...fieldErrors,
	startAtMidnight: fieldError('start', 'Meeting.chooseTime'),
	started: fieldError('start', 'started'),
	over: notSaved,
	signedOut: loginError,
	missing: { type: 'gone' },
	forbidden: toastError(m.scheduling_edit_fail_notAllowed),
	tooMany: notSaved,
	staleToken: notSaved,
	invalidInput: notSaved,
	phoneNeeded: notSaved,
	profileNeeded: notSaved,
	broken: notSaved,
	unknown: notSaved,
}

/** @param changed which of the two was sent: a meeting in progress keeps both */
export function toEditError(
	failure: Pick<ApiFailure<typeof calls.edit>, 'refusal'>,
	changed: 'start' | 'recurrence' = 'start',
): SubmitError {
	if (failure.refusal === 'started') return fieldError(changed, 'started')
	return valueOfFailure(failure, editErrors, toastError(m.scheduling_edit_fail_unreachable))
}

/** Result of opening a meeting for editing, with its saved values if allowed. */
export type EditAccess =
	| { status: 'ready'; meeting: MeetingForm; attendeesOnly: boolean }
	| { status: 'rejected'; message(): string }
	| { status: 'login' }
	| { status: 'failed'; isUnreachable: boolean }
	| { status: 'cancelled' }

type ExistsResult = Result<OutputOf<typeof calls.exists>, Pick<ApiFailure<typeof calls.exists>, 'refusal'>>
type FormResult = Result<OutputOf<typeof calls.form>, Pick<ApiFailure<typeof calls.form>, 'refusal'>>

/**
 * EDIT-01, EDIT-02, EDIT-12, OP-086: a meeting that does not exist, or that cannot be changed and is on no OA site, is
 * rejected; of one on an OA site only the attendees can be changed.
 */
export function toEditAccess(exists: ExistsResult, form: FormResult): EditAccess {
	if (!exists.ok) return toDenied(exists.failure)
	const { canUpdate, isOa } = exists.value
	if (!canUpdate && !isOa) return forbidden
	if (!form.ok) return toDenied(form.failure)
	const { meeting } = form.value
	return { status: 'ready', meeting, attendeesOnly: meeting.canEditOnlyAttendees || !canUpdate }
}

const toDenied = (failure: { refusal: GeneralRefusal | NetworkFailure }): EditAccess =>
	failure.refusal === 'cancelled' ? { status: 'cancelled' } : valueOfFailure(failure, accessRefusals, unreachable)

const unreachable: EditAccess = { status: 'failed', isUnreachable: true }
const broken: EditAccess = { status: 'failed', isUnreachable: false }
const forbidden: EditAccess = { status: 'rejected', message: m.editFail3 }
const accessRefusals: RefusalTable<typeof calls.exists | typeof calls.form, EditAccess, GeneralRefusal> = {
	missing: { status: 'rejected', message: m.editFail2 },
	forbidden,
	signedOut: { status: 'login' },
	staleToken: broken,
	invalidInput: broken,
	tooMany: broken,
	phoneNeeded: broken,
	profileNeeded: broken,
	broken,
	unknown: broken,
}
