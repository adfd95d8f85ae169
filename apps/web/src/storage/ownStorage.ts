import { createCookieJar } from './cookies.ts'
import { localStore, tabStore } from './shelves.ts'
import { createStorage } from './storage.ts'

/** What this browser remembers. */
export const storage = createStorage(
	localStore,
	tabStore,
	createCookieJar(line => {
		// biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is newer than the oldest browser served
		globalThis.document.cookie = line
	}, globalThis.location?.protocol === 'https:'),
)
