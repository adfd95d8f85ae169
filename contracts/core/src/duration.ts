/** `07` of 7, as in times and dates. */
export const padTwoDigits = (n: number) => String(n).padStart(2, '0')

/** Seconds from a wire duration: a number of seconds, or `hh:mm` (OP-003). */
export function parseDuration(duration: string | number): number | undefined {
	if (typeof duration === 'number') return Number.isFinite(duration) ? duration : undefined
	const [, hours, minutes] = /^(\d{1,3}):(\d{2})$/.exec(duration) ?? []
	if (hours !== undefined) return Number(hours) * 3600 + Number(minutes) * 60
	return /^\d+$/.test(duration) ? Number(duration) : undefined
}

/** `01:30` of 5400 seconds (CREATE-07). */
export const formatDuration = (seconds: number): string =>
	`${padTwoDigits(Math.floor(seconds / 3600))}:${padTwoDigits(Math.floor((seconds % 3600) / 60))}`

/** `05:07`, and `1:05:07` from an hour on. */
export function formatElapsed(elapsedMs: number): string {
	const seconds = Math.max(0, Math.floor(elapsedMs / 1000))
	const hours = Math.floor(seconds / 3600)
	const rest = `${padTwoDigits(Math.floor(seconds / 60) % 60)}:${padTwoDigits(seconds % 60)}`
	return hours > 0 ? `${hours}:${rest}` : rest
}
