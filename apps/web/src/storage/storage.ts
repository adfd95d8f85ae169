import type { CookieJar } from './cookies.ts'
import type { KeyValueStore } from './keyValueStore.ts'

export interface StoredSession {
	accessToken: string
	userInfo: unknown
	userName: string
	nickName: string
}

/** Keys of plain texts; their names are part of the wire (STORE-01, STORE-02). */
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
	| 'pageTransitions'
	| 'visitorName'
	| 'guestName'
	| 'lastAccount'
	| 'invitePassword'
	| 'roomKeys'
	| 'roomAnnouncements'
	| 'roomLayout'
type JsonKey = 'userInfo' | 'corp' | 'devices'
type DeviceKey = 'camera' | 'microphone'
type CookieName = 'accessToken' | 'userInfo' | 'userName' | 'nickName' | 'roomId' | 'topic' | 'locale'

export type Storage = ReturnType<typeof createStorage>

const cookieDays = 1
const cookieDaysWhenStaying = 7
/** A choice of language is kept as long as browsers keep cookies. */
const localeCookieDays = 400
/** Browsers refuse longer cookies. */
const cookieCharactersMax = 3_500

/**
 * Everything the page stores in the browser.
 * @param local outlives the page
 * @param tab outlives a reload
 */
export function createStorage(local: KeyValueStore, tab: KeyValueStore, cookies: CookieJar) {
	const read = (key: TextKey) => local.getItem(key) ?? undefined
	const write = (key: TextKey, value: string | undefined) =>
		value === undefined ? local.removeItem(key) : local.setItem(key, value)

	const readJson = (key: string): unknown => parseJson(local.getItem(key))
	const writeJson = (key: string, value: unknown) =>
		value === undefined ? local.removeItem(key) : local.setItem(key, JSON.stringify(value))

	return {
		read,
		write,
		readJson: (key: JsonKey) => readJson(key),
		writeJson: (key: JsonKey, value: unknown) => writeJson(key, value),

		/** Returns whether camera or microphone are on when a room is entered; off by default. */
		isDeviceOn: (key: DeviceKey) => local.getItem(key) === '1',
		setDeviceOn: (key: DeviceKey, on: boolean) => local.setItem(key, on ? '1' : '0'),

		/** Reads come from local storage; the cookies mirror it for pages that read only those (OP-048). */
		saveSession({ accessToken, userInfo, userName, nickName }: StoredSession, staySignedIn: boolean) {
			const days = staySignedIn ? cookieDaysWhenStaying : cookieDays
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
			mirrorToCookie(cookies, 'accessToken', accessToken, staySignedIn ? cookieDaysWhenStaying : cookieDays)
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

		/** The language a person chose; the cookie tells it to pages that the server writes (I18N-02). */
		saveLocale(locale: string) {
			write('locale', locale)
			mirrorToCookie(cookies, 'locale', locale, localeCookieDays)
		},

		/** The live that was watched last, for pages that read cookies alone (STORE-03). */
		saveLive({ roomId, topic }: { roomId: string; topic: string }) {
			mirrorToCookie(cookies, 'roomId', roomId, cookieDays)
			mirrorToCookie(cookies, 'topic', topic, cookieDays)
		},

		/** `NaN` if absent. */
		readTabNumber: (key: string) => Number(tab.getItem(key) ?? Number.NaN),
		writeTabNumber: (key: string, value: number) => tab.setItem(key, String(value)),
		readTabText: (key: string) => tab.getItem(key) ?? undefined,
		writeTabText: (key: string, value: string | undefined) =>
			value === undefined ? tab.removeItem(key) : tab.setItem(key, value),
	}
}

function mirrorToCookie(cookies: CookieJar, name: CookieName, value: string, days: number) {
	if (encodeURIComponent(value).length > cookieCharactersMax) return cookies.remove(name)
	cookies.write(name, value, days)
}

/** Undefined for a missing or malformed text. */
export function parseJson(text: string | null): unknown {
	if (text === null) return undefined
	try {
		return JSON.parse(text)
	} catch {
		return undefined
	}
}
