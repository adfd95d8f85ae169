import { cookieJar } from './cookies.ts'
import { local, tab } from './shelves.ts'
import { createStorage } from './storage.ts'

/** What this browser remembers. */
export const storage = createStorage(
	local,
	tab,
	cookieJar(line => {
		// biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is newer than the oldest browser served
		globalThis.document.cookie = line
	}, globalThis.location?.protocol === 'https:'),
)
