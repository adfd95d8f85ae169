/**
 * Inlined in the HTML (build/initialHtml.ts): sends the first call of the route or connects to the room, sets
 * language, theme, text size and what the initial screen may show, and polyfills what Chrome 90 to 96 lack. Nothing may be imported here.
 */

// An import statement would make it a module.
type InitialRequest = import('../../api/initialRequest.ts').InitialRequest
type InitialCall = import('./initialCalls.ts').InitialCall
type InitialSocketRoute = import('./initialCalls.ts').InitialSocketRoute

/** The build puts them in front: locales with their `lang` tags, what to send for which path, and the room's websocket. */
declare const localeTags: Record<string, string>
declare const initialCalls: readonly InitialCall[]
declare const initialSocket: InitialSocketRoute

interface Boot {
	commonSettings?: { meeting_common_setting?: { is_login?: unknown } }
	copyright?: { visitorLogin?: unknown; neutralVersion?: unknown }
	site?: { type?: unknown }
}

const page = document.documentElement
const stored = (key: string): string | null => {
	try {
		return localStorage.getItem(key)
	} catch {
		return null
	}
}
const storedInTab = (key: string): string | null => {
	try {
		return sessionStorage.getItem(key)
	} catch {
		return null
	}
}

/** A short link leads to this screen (LINK-01), whose HTML the server has sent. */
function pathOfScreen(): string {
	const [, meetingId] = /[?&]meetingId=(\d{9,12})(?:&|$)/.exec(location.search) ?? []
	return meetingId && /^\/(Index\/?)?$/.test(location.pathname) ? `/Login/ScanJoin/${meetingId}` : location.pathname
}

function sendInitialRequest(path: string): InitialRequest | undefined {
	const matchOf = ({ pattern }: InitialCall) =>
		new RegExp(pattern).exec(path) ?? new RegExp(pattern).exec(path + location.search)
	const call = initialCalls.find(matchOf)
	if (!call || (call.isMemberOnly && !isSignedIn)) return undefined
	const url = call.url.replace('$1', matchOf(call)?.[1] ?? '')
	const headers: Record<string, string> = { accept: 'application/json' }
	// Same as in api/request.ts: a request that differs in a header is not taken over.
	if (!url.includes('unauth')) {
		const companyId = stored('corpId')
		const accessToken = stored('accessToken')
		if (companyId) headers.corpId = companyId
		if (accessToken) headers.authorization = `Bearer ${accessToken}`
	}
	const abort = new AbortController()
	const response = fetch(url, { method: 'GET', headers, credentials: 'same-origin', signal: abort.signal })
	// One that fails before it is taken over is sent again by the screen.
	response.catch(() => {
		window.initialRequest = undefined
	})
	return { url, headers, sentAt: Date.now(), response, abort: () => abort.abort() }
}

/** The meeting whose room is entered: with a ticket in the address, or with what a reload resumes from. */
function enteredMeeting(path: string): string | undefined {
	const meetingId = new RegExp(initialSocket.pattern).exec(path)?.[1]
	const isEntered = /[#&]ticket=/.test(location.hash) || storedInTab(`room.${meetingId}`) !== null
	return isEntered ? meetingId : undefined
}

/** Only where the room will enter or is prepared: an app opens its own rooms. */
function openInitialSocket(path: string) {
	if (!('RTCPeerConnection' in window)) return
	const entered = enteredMeeting(path)
	const form = isInApp ? undefined : new RegExp(initialSocket.formPattern).exec(path)
	if (!entered && !form) return
	const meetingId = entered ?? form?.slice(1).find(Boolean)
	const query = meetingId === undefined ? '' : `${initialSocket.meetingQuery}=${meetingId}&`
	const socket = new WebSocket(location.origin.replace('http', 'ws') + initialSocket.url.replace('$1', query))
	const messages: unknown[] = []
	socket.onmessage = ({ data }) => void messages.push(data)
	// One that closes before it is taken over is opened again by the room.
	socket.onclose = () => {
		window.initialSocket = undefined
	}
	window.initialSocket = { socket, messages }
}

// Same as in bridge/inApp.ts before the shell has connected.
const askedInApp = /[?&]isInApp=([^&#]*)/.exec(location.search)?.[1] || stored('isInApp') || ''
const isInApp = /^(true|1)$/.test(askedInApp) || /\bParleyApp\/\d/.test(navigator.userAgent)
const isSignedIn = stored('accessToken') && stored('userInfo')
// Starts as early as possible: its round trip takes about as long as the scripts.
if (typeof initialCalls !== 'undefined' && page.dataset.unsupported === undefined) {
	window.initialRequest = sendInitialRequest(pathOfScreen())
	openInitialSocket(pathOfScreen())
}

const isNo = (value: unknown) => value !== undefined && value !== true && value !== 'true' && !(Number(value) > 0)

function boot(): Boot {
	try {
		return JSON.parse(document.getElementById('boot')?.textContent ?? '{}') as Boot
	} catch {
		return {}
	}
}

const { commonSettings, copyright, site } = boot()
if (isNo(commonSettings?.meeting_common_setting?.is_login) || isNo(copyright?.visitorLogin)) page.dataset.guests = 'no'
if (Number(copyright?.neutralVersion) > 0 || copyright?.neutralVersion === true) page.dataset.neutral = ''

if (site && Number(site.type) !== 1) page.dataset.register = ''

const tag =
	typeof localeTags === 'undefined' ? undefined : localeTags[stored('locale')?.split('-')[0]?.toLowerCase() ?? '']
if (tag) page.lang = tag
const theme = stored('theme')
if (theme === 'light' || theme === 'dark') page.dataset.theme = theme
const scale = stored('textScale') ?? ''
if (/^1\.(15|3)$/.test(scale)) page.style.setProperty('--text-scale', scale)

// An app draws below the notch, a browser does not (LAYOUT-05).
if (isInApp) page.dataset.app = ''

// The landing redirects members to their list.
if (isSignedIn) page.dataset.redirecting = ''

Object.hasOwn ??= (object: object, key: PropertyKey) => Object.hasOwn(object, key)
function define(name: 'findLast' | 'findLastIndex' | 'at', value: (...given: never[]) => unknown) {
	if (!(name in Array.prototype))
		Object.defineProperty(Array.prototype, name, { value, configurable: true, writable: true })
}
define('findLastIndex', function (this: unknown[], fits: (item: unknown) => boolean) {
	let at = this.length - 1
	while (at >= 0 && !fits(this[at])) at--
	return at
})
define('findLast', function (this: unknown[], fits: (item: unknown) => boolean) {
	return this[this.findLastIndex(fits)]
})
define('at', function (this: unknown[], at: number) {
	return this[at < 0 ? this.length + at : at]
})
