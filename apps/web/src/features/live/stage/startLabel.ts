import type { LiveInfo } from '@parley/api'
import { m } from '../../../locales/index.ts'
import { meetingStartLabel, meetingZone, zoneNote } from '../../meeting/index.ts'

/**
 * Formats the start of a live in the zone of its meeting: `Today 15:00`, with the zone and the viewer's time if that zone
 * differs. Undefined if the meeting has no fixed time.
 */
export function startLabel(info: LiveInfo, now: number): string | undefined {
	if (info.hasNoFixedTime) return undefined
	const note = zoneNote({ startTime: info.startTime, zone: meetingZone(info) }, now)
	return `${meetingStartLabel(info, now)}${note ? m.meeting_in_brackets({ text: note }) : ''}`
}
