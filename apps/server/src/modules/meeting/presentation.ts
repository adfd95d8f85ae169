import type { Meeting } from '@parley/api'
import { formatWireTime, isHostOrCreator, utcOffsetHours } from '@parley/core'
import { pickFields, presentedFields } from './fields.ts'
import type { MeetingOnDay } from './listing.ts'
import type { MeetingMember } from './policy.ts'

/** Who reads a meeting, and the origin they came to. */
export interface MeetingReader {
	person: MeetingMember | undefined
	origin: string
}

/** The only way a meeting leaves the server: passwords go to host and creator only (ROLE-05). */
export function presentMeeting(found: MeetingOnDay, reader: MeetingReader): Meeting {
	const { zone, occurrence } = found
	const isReaderHostOrCreator = isHostOrCreator(reader.person, found)
	return {
		...pickFields(found, presentedFields),
		hostName: found.hostName,
		status: occurrence.status,
		needsPassword: found.password !== null,
		startTime: formatWireTime(occurrence.startAt, zone),
		endTime: formatWireTime(occurrence.endAt, zone),
		timeZone: utcOffsetHours(zone, occurrence.startAt),
		joinUrl: `${reader.origin}/?meetingId=${found.meetingId}`,
		createdTime: formatWireTime(found.createdAt, zone),
		updatedTime: formatWireTime(found.updatedAt, zone),
		...(found.isRecurring && { repeatStartTime: formatWireTime(occurrence.startAt, zone) }),
		...(found.startedAt !== null && { startedTime: formatWireTime(found.startedAt, zone) }),
		...(isReaderHostOrCreator && { hostPassword: found.hostPassword }),
		...(isReaderHostOrCreator && found.password !== null && { password: found.password }),
	}
}
