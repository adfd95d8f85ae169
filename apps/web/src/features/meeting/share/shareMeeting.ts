import type { Meeting } from '@parley/api'
import type { Bridge, CallArguments } from '@parley/bridge'
import { formatMeetingId } from '@parley/core'
import { m } from '../../../locales/index.ts'
import { formatFullDate, recurrenceLabel } from '../labels.ts'
import { getRecurrence, getTimeRange, meetingZone } from '../schedule.ts'
import { zoneLabel } from '../zoneNote.ts'
import { withLinkPassword } from './joinAddress.ts'

/** The part of a meeting to share: for its participants, or for the viewers of its live (SHARE-05). */
export type Shared = 'meeting' | 'live'

export type ShareResult = 'shared' | 'copied' | 'cancelled' | 'failed'

export interface ShareDeps {
	callShell: Bridge['call']
	/** The share sheet of the browser; engines without one have none. */
	shareByBrowser: ((data: ShareData) => Promise<void>) | undefined
	copy(text: string): Promise<boolean>
}

let isSharing = false

/**
 * Shares a meeting through the shell around the page, else through the browser, else by the clipboard. It is cancelled
 * while another is being shared (SHARE-04).
 */
export async function shareMeeting(
	meeting: Meeting,
	hostName: string,
	deps: ShareDeps,
	what: Shared = 'meeting',
): Promise<ShareResult> {
	if (isSharing) return 'cancelled'
	isSharing = true
	try {
		return await share(meeting, hostName, deps, what)
	} finally {
		isSharing = false
	}
}

async function share(meeting: Meeting, hostName: string, deps: ShareDeps, what: Shared): Promise<ShareResult> {
	const { callShell, shareByBrowser, copy } = deps
	const invitation = shellInvitation(meeting, hostName)
	const shared =
		what === 'live'
			? await callShell('shareLiveInfo', {
					...invitation,
					liveUrl: liveLink(meeting),
					livePwd: meeting.livePassword ?? '',
				})
			: await callShell('shareMeetingInfo', invitation)
	// A shell that does not report when it is done has got the invitation all the same.
	if (shared.ok || shared.failure !== 'unavailable') return 'shared'

	const text = what === 'live' ? liveInvitationText(meeting, hostName) : invitationText(meeting, hostName)
	const result = shareByBrowser ? await resultOf(shareByBrowser({ title: meeting.topic, text })) : 'failed'
	if (result !== 'failed') return result
	return (await copy(text)) ? 'copied' : 'failed'
}

/** Returns the result of the browser's share sheet. */
export async function resultOf(sharing: Promise<void>): Promise<ShareResult> {
	try {
		await sharing
		return 'shared'
	} catch (cause) {
		return (cause as Error).name === 'AbortError' ? 'cancelled' : 'failed'
	}
}

/** The meeting data passed to a shell for sharing (SHARE-01); a recurring one has no duration (SHARE-03). */
function shellInvitation(meeting: Meeting, hostName: string): CallArguments<'shareMeetingInfo'> {
	return {
		joinMeetingUrl: joinLink(meeting),
		meetingId: meeting.meetingId,
		meetingTopic: meeting.topic,
		duration: meeting.isRecurring ? 0 : meeting.durationS,
		hostDisplayName: hostName,
		startTime: meeting.startTime,
	}
}

/** The join link of a meeting. */
export const joinLink = ({ joinUrl, meetingId }: Meeting, password?: string) =>
	withLinkPassword(joinUrl ?? `${location.origin}/?meetingId=${meetingId}`, password)

/** The address at which a meeting's live is watched. */
const liveLink = ({ liveUrl, meetingId }: Meeting) => liveUrl ?? `${location.origin}/liveBroadcast?roomId=${meetingId}`

/**
 * The invitation as text; its day is a date, since it may be read on any day.
 * @param password where the host allows it; it is in the link, too
 */
export function invitationText(meeting: Meeting, hostName: string, password?: string): string {
	return [
		m.meeting_invites({ host: hostName }),
		m.meeting_invite_topic({ topic: meeting.topic }),
		m.meeting_invite_when({ when: dateAndTimeText(meeting) }),
		m.meeting_invite_id({ id: formatMeetingId(meeting.meetingId) }),
		...(password ? [m.meeting_invite_password({ password })] : []),
		joinLink(meeting, password),
	].join('\n')
}

/** The invitation to a live, with the password that viewers are asked for. */
function liveInvitationText(meeting: Meeting, hostName: string): string {
	const { topic, livePassword, isLiveIntranet } = meeting
	return [
		m.meeting_live_invites({ host: hostName }),
		m.meeting_invite_topic({ topic }),
		m.meeting_invite_when({ when: dateAndTimeText(meeting) }),
		...(livePassword ? [m.meeting_live_invite_password({ password: livePassword })] : []),
		...(isLiveIntranet ? [m.meeting_live_intranet()] : []),
		liveLink(meeting),
	].join('\n')
}

/** Always names the zone, because the reader's zone is unknown. */
function dateAndTimeText(meeting: Meeting): string {
	const recurrence = getRecurrence(meeting)
	if (recurrence?.every === 'no-fixed-time') return recurrenceLabel(recurrence)
	const { from, to } = getTimeRange(meeting)
	const day = recurrence ? recurrenceLabel(recurrence) : formatFullDate(meeting.startTime, '')
	const zone = zoneLabel({ startTime: meeting.startTime, zone: meetingZone(meeting) })
	return `${day} ${from}–${to}${m.meeting_in_brackets({ text: zone })}`
}
