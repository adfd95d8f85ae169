/**
 * Runs inside the page before anything else has come (build/firstPaint.ts): says what the first picture may show, and
 * helps engines at the lower end of what is served. Nothing may be imported here.
 */
interface Boot {
	commonSettings?: { meeting_common_setting?: { is_login?: unknown } }
	copyright?: { visitorLogin?: unknown; neutralVersion?: unknown }
	site?: { type?: unknown }
}

const page = document.documentElement
const kept = (key: string): string | null => {
	try {
		return localStorage.getItem(key)
	} catch {
		return null
	}
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

if (/^en\b/i.test(kept('locale') ?? '')) page.lang = 'en'
const theme = kept('theme')
if (theme === 'light' || theme === 'dark') page.dataset.theme = theme
const scale = kept('textScale') ?? ''
if (/^1\.(15|3)$/.test(scale)) page.style.setProperty('--text-scale', scale)

const atLanding = /^\/(Index)?$/.test(location.pathname)
if (!atLanding) page.dataset.first = 'plain'
// Members are on the way to their list, and whoever comes by a link to a meeting.
else if (/[?&]meetingId=/.test(location.search) || (kept('accessToken') && kept('userInfo')))
	page.dataset.first = 'splash'

// Chrome 90 to 96 lack these; everything else the page needs they have.
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
