import { CompanyId, MeetingId, SiteId, UserId } from '@parley/core'
import * as v from 'valibot'
import { liveDefaults, type NewMeetingRow, settingDefaults } from '../apps/server/src/modules/meeting/index.ts'

export const site = v.parse(SiteId, 'bench-site')
export const company = v.parse(CompanyId, 'bench-company')
const host = v.parse(UserId, 'bench-host')
export const zone = 'Asia/Shanghai'
/** Number of meetings per day, half an hour apart. */
export const perDay = 20
export const secondsApart = 1_800

/** Returns the meeting with this number: one-off, an hour long, for the whole company. */
export const meetingRow = (n: number, fields: Partial<NewMeetingRow> & { startAt: number }): NewMeetingRow => ({
	id: `bench-${n}`,
	meetingId: v.parse(MeetingId, String(100_000_000 + n)),
	siteId: site,
	companyId: company,
	creatorId: host,
	hostId: host,
	topic: `Meeting ${n}`,
	zone,
	endAt: fields.startAt + 3_600_000,
	durationS: 3_600,
	status: 1,
	isPrivate: false,
	isInvitedOnly: false,
	isLocked: false,
	waitingRoomNow: null,
	...settingDefaults,
	...liveDefaults,
	password: null,
	hostPassword: 'Host-2026',
	isRecurring: false,
	repeatType: 0,
	repeatCondition: 0,
	repeatSecond: 0,
	startedAt: null,
	endedAt: null,
	createdAt: 0,
	updatedAt: 0,
	...fields,
})
