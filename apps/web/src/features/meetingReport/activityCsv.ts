import type { ActivityEntry } from '@parley/api'
import { formatWireTime } from '@parley/core'
import { m } from '../../locales/index.ts'
import { actionText, detailText, nameOf } from './activityTexts.ts'

/**
 * Returns the activity of a meeting as CSV, with times in this zone (ROOM-167). Spreadsheets recognise UTF-8 by its byte
 * order mark.
 */
export function activityCsv(entries: readonly ActivityEntry[], zone: string): string {
	const head = [
		m.report_column_time({ zone }),
		m.report_column_action(),
		m.report_column_actor(),
		m.report_column_actor_kind(),
		m.report_column_target(),
		m.report_column_target_kind(),
		m.report_column_detail(),
	]
	const rows = entries.map(({ at, action, actor, target, detail }) => [
		formatWireTime(at, zone),
		actionText(action),
		nameOf(actor),
		kindOf(actor),
		nameOf(target),
		kindOf(target),
		detailText(action, detail),
	])
	return `\uFEFF${[head, ...rows].map(row => `${row.map(cell).join(',')}\r\n`).join('')}`
}

function kindOf(person: ActivityEntry['actor']): string {
	if (!person) return ''
	return person.isGuest ? m.report_guest() : m.report_member()
}

/** Spreadsheets run what begins like this as a formula, whoever chose it as a name. */
const formula = /^[\s]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/

const cell = (text: string): string => `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
