import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { readTabValue, storage } from '../../../storage/index.ts'
import type { Recurrence } from '../../meeting/index.ts'
import { getPersonScope } from '../../session/index.ts'
import { type DraftKind, getDraftRecurrence, RecurrenceSchema } from '../draft/draftStorage.ts'
import { useHistoryEntry } from '../draft/useHistoryEntry.ts'

const Kept = v.object({ of: v.string(), recurrence: RecurrenceSchema })

const keyOf = (from: DraftKind) => `pickedRecurrence.${from}`

/** How a room is to come back while that is being chosen: it outlives a reload, and leaving forgets it (STORE-08). */
export function useRecurrenceSelection(from: DraftKind) {
	const entry = useHistoryEntry()
	const [of] = useState(() => `${getPersonScope()} ${entry}`)
	const [recurrence, setRecurrence] = useState(() => kept(from, of) ?? getDraftRecurrence(from))
	useEffect(() => () => storage.writeTabText(keyOf(from), undefined), [from])

	function choose(recurrence: Recurrence) {
		setRecurrence(recurrence)
		storage.writeTabText(keyOf(from), JSON.stringify({ of, recurrence }))
	}
	return [recurrence, choose] as const
}

function kept(from: DraftKind, of: string): Recurrence | undefined {
	const found = readTabValue(keyOf(from), Kept)
	return found?.of === of ? (found.recurrence as Recurrence) : undefined
}
