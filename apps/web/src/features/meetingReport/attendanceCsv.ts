import type { ActivityEntry } from '@parley/api'
import type { Instant } from '@parley/core'
import { m } from '../../locales/index.ts'
import { kindOf, nameOf } from './activityTexts.ts'
import { attendanceOf } from './attendance.ts'
import { timeCells, toCsv } from './csv.ts'

/** Returns who attended a meeting as CSV, one row for each person, with times in this zone (ROOM-205). */
export function attendanceCsv(entries: readonly ActivityEntry[], zone: string, now: Instant): string {
	const head = [
		m.report_column_actor(),
		m.report_column_actor_kind(),
		m.report_column_first_joined({ zone }),
		m.report_column_last_left({ zone }),
		m.report_column_present(),
		m.report_column_joins(),
		m.report_column_offset(),
	]
	const rows = attendanceOf(entries, now).map(({ person, firstJoinedAt, lastLeftAt, presentMs, joins }) => {
		const [joined, offset] = timeCells(firstJoinedAt, zone)
		const left = lastLeftAt === undefined ? m.report_not_left() : timeCells(lastLeftAt, zone)[0]
		return [nameOf(person), kindOf(person), joined, left, formatHours(presentMs), String(joins), offset]
	})
	return toCsv([head, ...rows])
}

/** `0:45:10`: with its hours, without which a spreadsheet would read minutes as hours. */
function formatHours(ms: number): string {
	const seconds = Math.floor(ms / 1000)
	const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map(part => String(part).padStart(2, '0'))
	return `${Math.floor(seconds / 3600)}:${parts.join(':')}`
}
