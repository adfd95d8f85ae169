import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { readTabValue, storage } from '../../../storage/index.ts'
import { useHistoryEntry } from '../../../ui/index.ts'
import { getPersonScope } from '../../session/index.ts'
import type { DraftKind } from './draftStorage.ts'

interface PickedValueOptions<T> {
	kind: DraftKind
	/** Part of the key in the tab's storage. */
	name: string
	schema: v.GenericSchema<unknown, T>
	/** The value if nothing is stored. */
	initial(): T
}

/** Holds the unconfirmed value of a picker screen: it survives a reload, and leaving deletes it (STORE-08). */
export function usePickedValue<T>({ kind, name, schema, initial }: PickedValueOptions<T>) {
	const key = `${name}.${kind}`
	const entry = useHistoryEntry()
	const [owner] = useState(() => `${getPersonScope()} ${entry}`)
	const [value, setValue] = useState(() => {
		// Restores only the value of the same person, company and history entry.
		const stored = readTabValue(key, v.object({ of: v.string(), value: schema }))
		return stored?.of === owner ? stored.value : initial()
	})
	useEffect(() => () => storage.writeTabText(key, undefined), [key])

	function pick(value: T) {
		setValue(value)
		storage.writeTabText(key, JSON.stringify({ of: owner, value }))
	}
	return [value, pick] as const
}
