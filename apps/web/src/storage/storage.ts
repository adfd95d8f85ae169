import type { CookieJar } from './cookies.ts'
import type { KeyValueStore } from './keyValueStore.ts'

export interface StoredSession {
	accessToken: string
	userInfo: unknown
	userName: string
	nickName: string
}

/** Names of plain texts in the browser, exactly as other pages of the field read them (STORE-01, STORE-02). */
type TextKey =
	| 'accessToken'
	| 'userName'
	| 'corpId'
	| 'mobile'
	| 'joinDisplayName'
	| 'publicScan'
	| 'publicMeeting'
	| 'activeType'
	| 'appleId'
	| 'wxusrinfo'
	| 'isInApp'
	| 'locale'
	| 'theme'
	| 'textScale'
type JsonKey = 'userInfo' | 'corp'
type DeviceKey = 'camera' | 'microphone'
type CookieName = 'accessToken' | 'userInfo' | 'userName' | 'nickName' | 'roomId' | 'topic'

export type Storage = ReturnType<typeof createStorage>

const cookieDays = 1
const cookieDaysStaying = 7
/** A cookie beyond this is refused by browsers, so it is not written. */
const cookieCharactersMax = 3_500

/** Everything this browser remembers. Shelf and cookies come in, so that a test may bring its own. */
export function createStorage(shelf: KeyValueStore, tab: KeyValueStore, cookies: CookieJar) {
	const read = (key: TextKey) => shelf.getItem(key) ?? undefined
	const write = (key: TextKey, value: string | undefined) =>
		value === undefined ? shelf.removeItem(key) : shelf.setItem(key, value)

	const readJson = (key: string): unknown => parseJson(shelf.getItem(key))
	const writeJson = (key: string, value: unknown) =>
		value === undefined ? shelf.removeItem(key) : shelf.setItem(key, JSON.stringify(value))

	return {
		read,
		write,
		readJson: (key: JsonKey) => readJson(key),
		writeJson: (key: JsonKey, value: unknown) => writeJson(key, value),

		/** Camera and microphone are off until somebody switches them on. */
		isDeviceOn: (key: DeviceKey) => shelf.getItem(key) === '1',
		setDeviceOn: (key: DeviceKey, on: boolean) => shelf.setItem(key, on ? '1' : '0'),

		/** Local storage is what counts; the cookies mirror it for pages that read only those (OP-048). */
		saveSession({ accessToken, userInfo, userName, nickName }: StoredSession, staySignedIn: boolean) {
			const days = staySignedIn ? cookieDaysStaying : cookieDays
			write('accessToken', accessToken)
			writeJson('userInfo', userInfo)
			write('userName', userName)
			mirrorToCookie(cookies, 'accessToken', accessToken, days)
			mirrorToCookie(cookies, 'userInfo', JSON.stringify(userInfo), days)
			mirrorToCookie(cookies, 'userName', userName, days)
			mirrorToCookie(cookies, 'nickName', nickName, days)
		},
		saveToken(accessToken: string, staySignedIn: boolean) {
			write('accessToken', accessToken)
			mirrorToCookie(cookies, 'accessToken', accessToken, staySignedIn ? cookieDaysStaying : cookieDays)
		},
		removeToken() {
			write('accessToken', undefined)
			cookies.remove('accessToken')
		},
		removeSession() {
			for (const key of ['accessToken', 'userName'] as const) write(key, undefined)
			for (const key of ['userInfo', 'corp'] as const) writeJson(key, undefined)
			for (const name of ['accessToken', 'userInfo', 'userName', 'nickName'] as const) cookies.remove(name)
		},
		/** What the live pages read (STORE-03). */
		saveRoom(roomId: string, topic: string) {
			mirrorToCookie(cookies, 'roomId', roomId, cookieDays)
			mirrorToCookie(cookies, 'topic', topic, cookieDays)
		},

		/** A number for as long as this tab lives, reloads included. */
		readTabNumber: (key: string) => Number(tab.getItem(key) ?? Number.NaN),
		writeTabNumber: (key: string, value: number) => tab.setItem(key, String(value)),
		/** A text for as long as this tab lives: drafts and what has to survive a reload. */
		readTabText: (key: string) => tab.getItem(key) ?? undefined,
		writeTabText: (key: string, value: string | undefined) =>
			value === undefined ? tab.removeItem(key) : tab.setItem(key, value),
	}
}

function mirrorToCookie(cookies: CookieJar, name: CookieName, value: string, days: number) {
	if (encodeURIComponent(value).length > cookieCharactersMax) return cookies.remove(name)
	cookies.write(name, value, days)
}

/** What a JSON text says; nothing for a broken one. */
export function parseJson(text: string | null): unknown {
	if (text === null) return undefined
	try {
		return JSON.parse(text)
	} catch {
		return undefined
	}
}
