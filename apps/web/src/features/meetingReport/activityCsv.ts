import type { ActivityEntry } from '@parley/api'
import { m } from '../../locales/index.ts'
import { actionText, detailText, kindOf, nameOf } from './activityTexts.ts'
import { timeCells, toCsv } from './csv.ts'

/** Returns the activity of a meeting as CSV, with times in this zone (ROOM-167). */
export function activityCsv(entries: readonly ActivityEntry[], zone: string): string {
	const head = [
		m.report_column_time({ zone }),
		m.report_column_offset(),
		m.report_column_action(),
		m.report_column_actor(),
		m.report_column_actor_kind(),
		m.report_column_target(),
		m.report_column_target_kind(),
		m.report_column_detail(),
	]
	const rows = entries.map(({ at, action, actor, target, detail }) => [
		...timeCells(at, zone),
		actionText(action),
		nameOf(actor),
		kindOf(actor),
		nameOf(target),
		kindOf(target),
		detailText(action, detail),
	])
	return toCsv([head, ...rows])
}
