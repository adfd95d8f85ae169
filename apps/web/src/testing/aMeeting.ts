import type { Meeting, MeetingPage } from '@parley/api'
import { meetingStatus } from '@parley/core'

/** A one-off meeting of the morning of 21 November 2026, not started; with the fields given. */
export const aMeeting = (fields: Partial<Meeting> = {}): Meeting => ({
	id: fields.meetingId ?? '842391556',
	meetingId: '842391556' as Meeting['meetingId'],
	topic: 'Roadmap for the winter',
	status: meetingStatus.notStarted,
	isPrivate: false,
	needsPassword: false,
	isLocked: false,
	isRecurring: false,
	creatorId: 'creator' as Meeting['creatorId'],
	hostId: 'host' as Meeting['hostId'],
	hostName: 'Han Mei',
	startTime: '2026-11-21 10:00:00',
	endTime: '2026-11-21 11:30:00',
	durationS: 5400,
	timeZone: 8,
	repeatType: 0,
	repeatCondition: 0,
	hostMustOpen: true,
	invitedNeedNoPassword: true,
	waitingRoom: 'off',
	...fields,
})

export const aPage = (meetings: Meeting[], fields: Partial<MeetingPage['meetings']> = {}): MeetingPage => ({
	serverTime: '2026-11-21 09:00:00',
	meetings: { meetings, page: 1, pageSize: 10, hasMore: false, ...fields },
})
