import { formatWireTime, type Instant, utcOffsetHours } from '@parley/core'

/** Spreadsheets run what begins like this as a formula, whoever chose it as a name. */
const formula = /^[\s]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/

const cell = (text: string): string => `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** Returns rows as CSV (ROOM-167). Spreadsheets recognise UTF-8 by its byte order mark. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
	`\uFEFF${rows.map(row => `${row.map(cell).join(',')}\r\n`).join('')}`

/** Returns a time on the wall clock of a zone, as spreadsheets read it, and the distance of that clock from UTC: `UTC+08:00`. */
export function timeCells(at: Instant, zone: string): [time: string, offset: string] {
	const minutes = Math.round(utcOffsetHours(zone, at) * 60)
	const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
	const sign = minutes < 0 ? '-' : '+'
	return [formatWireTime(at, zone), `UTC${sign}${[hours, rest].map(part => String(part).padStart(2, '0')).join(':')}`]
}
