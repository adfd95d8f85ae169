import * as v from 'valibot'
import { createCookieJar } from './cookies.ts'
import { createHistory } from './history.ts'
import { createSafeStore } from './keyValueStore.ts'
import { createStorage, parseJson } from './storage.ts'

const localStore = createSafeStore(() => globalThis.localStorage)
const tabStore = createSafeStore(() => globalThis.sessionStorage)

/** Storage of this browser and this tab. */
export const storage = createStorage(
	localStore,
	tabStore,
	createCookieJar(line => {
		// biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is newer than the oldest browser served
		globalThis.document.cookie = line
	}, globalThis.location?.protocol === 'https:'),
)

/** The meetings joined and the words searched for in this browser. */
export const history = createHistory(localStore)

/** A JSON value of this tab; undefined where it is missing, damaged or of another shape. */
export function readTabValue<T>(key: string, schema: v.GenericSchema<unknown, T>): T | undefined {
	const result = v.safeParse(schema, parseJson(storage.readTabText(key) ?? null))
	return result.success ? result.output : undefined
}
