import { meeting as calls, type Meeting, site as siteCalls } from '@parley/api'
import { formatWireTime, personalEdition } from '@parley/core'
import { track } from '../../../analytics/index.ts'
import { callApi, type GeneralRefusal, type RefusalTable, valueOfFailure } from '../../../api/index.ts'
import { m } from '../../../locales/index.ts'
import type { MemberSession } from '../../session/index.ts'
import { serverNow, siteZone } from '../../site/index.ts'
import { newDraft, toNewMeeting } from '../draft/draft.ts'
import { generateHostPassword, randomIntBelow } from '../form/hostPassword.ts'

export type InstantMeeting =
	| { status: 'created'; meetingId: Meeting['meetingId'] }
	| { status: 'signedOut' }
	| { status: 'refused'; message(): string }

/**
 * Schedules a meeting that begins now, with the person as host and everything else as the form of a new meeting has it
 * at first. Where the site asks for attendees it is the person alone, who then invites others from the room.
 */
export async function createInstantMeeting({ user, company }: MemberSession): Promise<InstantMeeting> {
	// Without them the server decides what the form would have taken from them.
	const settings = await callApi(siteCalls.manage, {}, { handles401: true, quiet: true })
	const site = settings.ok ? settings.value : undefined
	const now = serverNow()
	const needsAttendees = site?.isOa && site.inviteesNeeded && company?.type !== personalEdition
	const draft = {
		...newDraft(now, generateHostPassword(randomIntBelow), site),
		topic: m.scheduling_instant_topic({ name: user.displayName }),
		start: formatWireTime(now, siteZone()),
		attendees: { people: needsAttendees ? [{ id: user.id, name: user.displayName }] : [], departments: [] },
	}
	const created = await callApi(calls.create, toNewMeeting(draft), { handles401: true, quiet: true })
	if (!created.ok) return valueOfFailure(created.failure, startRefusals, notStarted)
	track({ event: 'create', meetingId: created.value.meetingId })
	return { status: 'created', meetingId: created.value.meetingId }
}

const refusal = (message: () => string): InstantMeeting => ({ status: 'refused', message })
const notStarted = refusal(m.scheduling_instant_fail)

const startRefusals: RefusalTable<typeof calls.create, InstantMeeting, GeneralRefusal> = {
	accountExpired: refusal(m.scheduling_account_expired),
	rightsExpired: refusal(m.scheduling_rights_expired),
	notAllowed: refusal(m.scheduling_fail_notAllowed),
	forbidden: refusal(m.scheduling_fail_notAllowed),
	tooMany: refusal(m.scheduling_fail_tooMany),
	signedOut: { status: 'signedOut' },
	topicInvalid: notStarted,
	startInvalid: notStarted,
	durationInvalid: notStarted,
	passwordInvalid: notStarted,
	hostPasswordInvalid: notStarted,
	recurrenceInvalid: notStarted,
	hostUnknown: notStarted,
	attendeesInvalid: notStarted,
	attendeesNeeded: notStarted,
	liveUnavailable: notStarted,
	livePasswordInvalid: notStarted,
	introductionTooLong: notStarted,
	backgroundInvalid: notStarted,
	missing: notStarted,
	staleToken: notStarted,
	invalidInput: notStarted,
	phoneNeeded: notStarted,
	profileNeeded: notStarted,
	broken: notStarted,
	unknown: notStarted,
}
