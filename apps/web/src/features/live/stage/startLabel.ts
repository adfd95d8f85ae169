import type { LiveRoom } from '@parley/api'
import { meetingStart, meetingStartLabel } from '../../meeting/index.ts'

/**
 * When a live starts, in the zone of its meeting: `Today 15:00`, with the hours from UTC where those of the viewer are
 * others. Nothing where the meeting has no fixed time.
 */
export function startLabel(room: LiveRoom, now: number): string | undefined {
	if (room.hasNoFixedTime) return undefined
	const label = meetingStartLabel(room, now)
	const viewerHours = -new Date(meetingStart(room)).getTimezoneOffset() / 60
	return viewerHours === room.timeZone ? label : `${label} (${utcLabel(room.timeZone)})`
}

/** `UTC+5:30` */
function utcLabel(hours: number): string {
	const minutes = Math.round(Math.abs(hours) * 60)
	const rest = minutes % 60
	return `UTC${hours < 0 ? '−' : '+'}${Math.floor(minutes / 60)}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`
}
