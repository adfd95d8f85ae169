import type { Meeting } from '@parley/api'
import { language, m } from '../../locales/index.ts'
import { meetingZone } from './schedule.ts'
import { foreignZoneLabel } from './zoneNote.ts'

/** Shows moments on the wall clock of a meeting, like its hours (ROOM-195). Instants are in ms since 1970. */
export interface MeetingMoments {
	time(at: number): string
	dayAndTime(at: number): string
	/** IANA name of the zone. */
	zone: string
	/** Names the zone, for a reader whose clock shows another one. */
	note: string | undefined
}

const timeOfDay = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

export function momentsOf(meeting: Pick<Meeting, 'startTime' | 'timeZone'>): MeetingMoments {
	const zone = meetingZone(meeting)
	const label = foreignZoneLabel({ startTime: meeting.startTime, zone })
	const format = (options: Intl.DateTimeFormatOptions, at: number) =>
		new Intl.DateTimeFormat(language(), { ...options, timeZone: zone }).format(at)
	return {
		zone,
		time: at => format(timeOfDay, at),
		dayAndTime: at => format({ month: 'numeric', day: 'numeric', ...timeOfDay }, at),
		note: label && m.meeting_times_in({ zone: label }),
	}
}
