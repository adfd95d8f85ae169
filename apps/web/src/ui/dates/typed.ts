import { type CalendarDay, daysIn, type TimeOfDay } from './calendarDay.ts'

/**
 * Day, time and duration as people type them: with any separator, full-width too, or with digits alone, since the number
 * pads of phones have no other keys. Undefined for what is none.
 */

const groups = (text: string): string[] => text.normalize('NFKC').match(/\d+/g) ?? []

/** `2026-11-25`, `2026/11/25`, `2026年11月25日`, `20261125`; without its year (`11-25`, `1125`) it is in that of `today`. */
export function parseTypedDay(text: string, today: CalendarDay): CalendarDay | undefined {
	const [year, month, day] = dayParts(groups(text), today)
	if (year === undefined || month === undefined || day === undefined) return undefined
	return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month) ? { year, month, day } : undefined
}

function dayParts(parts: string[], today: CalendarDay): number[] {
	const [first = ''] = parts
	if (parts.length === 3) return first.length === 4 ? parts.map(Number) : []
	if (parts.length === 2) return [today.year, ...parts.map(Number)]
	if (parts.length !== 1) return []
	const monthAndDay = [first.slice(-4, -2), first.slice(-2)]
	if (first.length === 8) return [first.slice(0, 4), ...monthAndDay].map(Number)
	if (first.length === 4) return [today.year, ...monthAndDay.map(Number)]
	return []
}

/** `14:37`, `14.37`, `1437`, `937`, `9`, `2:37 pm`, `下午2:37`. */
export function parseTypedTime(text: string): TimeOfDay | undefined {
	const [hourText = '', minuteText = '0', ...rest] = hourAndMinute(groups(text))
	const hour = hourOfDay(Number(hourText || Number.NaN), text.normalize('NFKC').toLowerCase())
	const minute = Number(minuteText)
	return rest.length === 0 && hour >= 0 && hour <= 23 && minute <= 59 ? { hour, minute } : undefined
}

function hourAndMinute(parts: string[]): string[] {
	const [only = ''] = parts
	const isBoth = parts.length === 1 && (only.length === 3 || only.length === 4)
	return isBoth ? [only.slice(0, -2), only.slice(-2)] : parts
}

/** NaN for an hour that twelve-hour time does not have. */
function hourOfDay(hour: number, text: string): number {
	const isAfternoon = /p\.?m|下午|晚上/.test(text)
	const isMorning = /a\.?m|上午|早上|凌晨/.test(text)
	if ((!isAfternoon && !isMorning) || hour > 12) return hour
	return (hour % 12) + (isAfternoon ? 12 : 0)
}

/** In minutes: `1:30`, `1 h 30`, `1小时30分钟`, `90`, `2 h`. */
export function parseTypedDuration(text: string): number | undefined {
	const [first, second, ...rest] = groups(text).map(Number)
	if (first === undefined || rest.length > 0) return undefined
	if (second !== undefined) return second <= 59 ? first * 60 + second : undefined
	return /h|小时|时/i.test(text) ? first * 60 : first
}
