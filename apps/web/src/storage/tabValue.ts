import * as v from 'valibot'
import { storage } from './ownStorage.ts'
import { parsed } from './storage.ts'

/** What this tab keeps as JSON, if it still is what it was; nothing where it is missing or damaged. */
export function tabValue<T>(key: string, schema: v.GenericSchema<unknown, T>): T | undefined {
	const found = v.safeParse(schema, parsed(storage.tabText(key) ?? null))
	return found.success ? found.output : undefined
}
