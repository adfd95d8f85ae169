import type { LiveInfo } from '@parley/api'
import { meetingStart, meetingStartLabel } from '../../meeting/index.ts'

/**
 * When a live starts, in the zone of its meeting: `Today 15:00`, with the hours from UTC where those of the viewer are
 * others. Nothing where the meeting has no fixed time.
 */
export function startLabel(info: LiveInfo, now: number): string | undefined {
	if (info.hasNoFixedTime) return undefined
	const label = meetingStartLabel(info, now)
	const viewerHours = -new Date(meetingStart(info)).getTimezoneOffset() / 60
	return viewerHours === info.timeZone ? label : `${label} (${utcLabel(info.timeZone)})`
}

/** `UTC+5:30` */
function utcLabel(hours: number): string {
	const minutes = Math.round(Math.abs(hours) * 60)
	const rest = minutes % 60
	return `UTC${hours < 0 ? '−' : '+'}${Math.floor(minutes / 60)}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`
}
