import { calendarDay, formatWireDay, type Instant } from '@parley/core'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { readTabValue, storage } from '../../../storage/index.ts'
import { formatTimeOfDay, type Recurrence } from '../../meeting/index.ts'
import { getPersonScope } from '../../session/index.ts'
import { siteZone } from '../../site/index.ts'
import { useHistoryEntry } from '../draft/draftNavigation.ts'
import { type DraftKind, getDraftField, getDraftRecurrence } from '../draft/draftStorage.ts'
import { RecurrenceSchema } from './recurrence.ts'

const StoredRecurrence = v.object({
	/** Person, company and history entry. */
	of: v.string(),
	recurrence: RecurrenceSchema,
})

const storageKey = (kind: DraftKind) => `pickedRecurrence.${kind}`

/** The recurrence while it is being chosen: it survives a reload, and leaving deletes it (STORE-08). */
export function useRecurrenceSelection(kind: DraftKind) {
	const entry = useHistoryEntry()
	const [owner] = useState(() => `${getPersonScope()} ${entry}`)
	const [recurrence, setRecurrence] = useState(() => loadRecurrence(kind, owner) ?? getDraftRecurrence(kind))
	useEffect(() => () => storage.writeTabText(storageKey(kind), undefined), [kind])

	function select(recurrence: Recurrence) {
		setRecurrence(recurrence)
		storage.writeTabText(storageKey(kind), JSON.stringify({ of: owner, recurrence }))
	}
	return [recurrence, select] as const
}

function loadRecurrence(kind: DraftKind, owner: string): Recurrence | undefined {
	const stored = readTabValue(storageKey(kind), StoredRecurrence)
	return stored?.of === owner ? stored.recurrence : undefined
}

/** The time of day of the start, if it is known, and the weekday and day of the month of the start, else of today. */
export function getDraftStart(kind: DraftKind, now: Instant) {
	const start = getDraftField(kind, 'start')
	const { weekday, dayOfMonth } = calendarDay((start ?? formatWireDay(now, siteZone())).slice(0, 10))
	return {
		time: start === undefined ? undefined : formatTimeOfDay(start),
		// A damaged draft has no valid day.
		startDay: { weekday: weekday || 0, day: dayOfMonth || 1 },
	}
}
