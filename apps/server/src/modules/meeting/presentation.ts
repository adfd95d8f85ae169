import type { Meeting } from '@parley/api'
import { formatWireTime, isHostOrCreator, utcOffsetHours } from '@parley/core'
import { pickFields, presentedFields, presentedLiveFields } from './fields.ts'
import type { MeetingOnDay } from './listing.ts'
import type { MeetingMember } from './policy.ts'

/** The reader of a meeting, and the origin they use. */
export interface MeetingReader {
	person: MeetingMember | undefined
	origin: string
}

/**
 * All that a presentation may depend on besides the meeting: presentations are cached under it. A value that is hidden by
 * another criterion gets that criterion here, else it would be sent to the next reader.
 */
export interface PresentationKey {
	origin: string
	isReaderHostOrCreator: boolean
}

export const presentationKeyOf = (found: MeetingOnDay, { person, origin }: MeetingReader): PresentationKey => ({
	origin,
	isReaderHostOrCreator: isHostOrCreator(person, found),
})

/** The only way a meeting leaves the server: passwords go to host and creator only (ROLE-05). */
export function presentMeeting(found: MeetingOnDay, { origin, isReaderHostOrCreator }: PresentationKey): Meeting {
	const { zone, occurrence } = found
	return {
		...pickFields(found, presentedFields),
		...(found.hasLive && presentLive(found, origin, isReaderHostOrCreator)),
		hostName: found.hostName,
		status: occurrence.status,
		needsPassword: found.password !== null,
		startTime: formatWireTime(occurrence.startAt, zone),
		endTime: formatWireTime(occurrence.endAt, zone),
		timeZone: utcOffsetHours(zone, occurrence.startAt),
		joinUrl: `${origin}/?meetingId=${found.meetingId}`,
		createdTime: formatWireTime(found.createdAt, zone),
		updatedTime: formatWireTime(found.updatedAt, zone),
		...(found.isRecurring && { repeatStartTime: formatWireTime(occurrence.startAt, zone) }),
		...(found.startedAt !== null && { startedTime: formatWireTime(found.startedAt, zone) }),
		...(found.endedAt !== null && { endedTime: formatWireTime(found.endedAt, zone) }),
		...(isReaderHostOrCreator && { hostPassword: found.hostPassword }),
		...(isReaderHostOrCreator && found.password !== null && { password: found.password }),
	}
}

/**
 * Everyone who may read a meeting sees that it is broadcast; its address and password are for host and creator
 * (OP-082).
 */
const presentLive = (found: MeetingOnDay, origin: string, isReaderHostOrCreator: boolean) => ({
	...pickFields(found, presentedLiveFields),
	...(found.isOnAir && { isOnAir: true }),
	...(found.liveBackground !== null && { liveBackground: found.liveBackground }),
	...(isReaderHostOrCreator && { liveUrl: `${origin}/liveBroadcast?roomId=${found.meetingId}` }),
	...(isReaderHostOrCreator && found.livePassword !== null && { livePassword: found.livePassword }),
})
