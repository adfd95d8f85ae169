import * as v from 'valibot'
import { storage } from './ownStorage.ts'
import { parseJson } from './storage.ts'

/** What this tab keeps as JSON, if it still is what it was; nothing where it is missing or damaged. */
export function readTabValue<T>(key: string, schema: v.GenericSchema<unknown, T>): T | undefined {
	const found = v.safeParse(schema, parseJson(storage.readTabText(key) ?? null))
	return found.success ? found.output : undefined
}
