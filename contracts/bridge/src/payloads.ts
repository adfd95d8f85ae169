import { type Locale, locales } from '@parley/core'
import * as v from 'valibot'

/**
 * Payloads sent by the shell. Phones encode values differently (`1`, `"true"`, a number for a string), so fields are
 * parsed leniently and missing ones are empty; values that are not objects are rejected.
 */

type Fields = Record<string, (written: unknown) => unknown>
type Read<F extends Fields> = { [K in keyof F]: ReturnType<F[K]> }

/** @param bare the field that a plain string is the value of: some shells reply with the value instead of an object */
const payload = <const F extends Fields>(fields: F, bare?: keyof F & string) =>
	v.pipe(
		v.unknown(),
		v.transform(raw => (bare && typeof raw === 'string' ? { [bare]: raw } : raw)),
		v.check(raw => typeof raw === 'object' && raw !== null),
		v.transform(raw => {
			const written = raw as Record<string, unknown>
			return Object.fromEntries(Object.entries(fields).map(([key, read]) => [key, read(written[key])])) as Read<F>
		}),
	)

const text = (written: unknown) => (typeof written === 'string' || typeof written === 'number' ? String(written) : '')
const flag = (written: unknown) => written === true || /^(1|true)$/.test(text(written))

/** A locale of the product or its English name, and what follows: `zh-Hans-CN`, `en_US`, `English` …; `CN` is Chinese. */
function language(written: unknown): Locale | undefined {
	const name = text(written).toLowerCase()
	if (name.startsWith('cn')) return 'zh'
	const englishNames = new Intl.DisplayNames('en', { type: 'language' })
	return locales.find(locale => name.startsWith(locale) || name.startsWith(`${englishNames.of(locale)}`.toLowerCase()))
}

/** Version and capabilities of the app (BRG-03). */
export const VersionInfo = payload({
	versionName: text,
	versionCode: text,
	hasNewVersion: flag,
	appleSupport: flag,
	wechatInstall: flag,
	/** The shell captures the screen of the phone (`startScreenShare`). */
	screenShare: flag,
	language,
})
export type VersionInfo = v.InferOutput<typeof VersionInfo>

/** The identity from the workplace app; never empty. */
export const WorkplaceIdentity = v.pipe(
	payload({ openid: text }),
	v.check(({ openid }) => openid !== ''),
)

/** A short link opened on the phone; the page validates the id and has the message for an invalid one. */
export const ShortLink = payload({ meetingId: text, pwd: text })

/** Join at once; the page validates it (JOIN-34, JOIN-35). */
export const DirectJoin = payload({ meetingId: text, displayName: text, password: text })

const exitType = (written: unknown) => (written === 'conference' ? 'conference' : 'meeting')

/** The kind of call the person left; every value except a conference is an ordinary meeting (OP-063). */
export const Exit = v.pipe(
	v.unknown(),
	v.transform(raw => ({ type: exitType((raw as { type?: unknown } | null | undefined)?.type ?? raw) })),
)

/** For handlers without an argument: whatever is sent is dropped. */
export const Nothing = v.pipe(
	v.unknown(),
	v.transform(() => undefined),
)

/**
 * The scanned code; `content` is empty when the person cancelled. `publicScan` is the flag that was passed (OP-045).
 */
export const Scanned = payload({ content: text, publicScan: text }, 'content')

/** A signed envelope with the messenger identity; empty when the person cancelled. */
export const MessengerIdentity = payload({ info: text }, 'info')

/** The identity token of the device maker; empty when the person cancelled. */
export const DeviceMakerIdentity = payload({ appleId: text }, 'appleId')

/** The requested one of the two; the other is empty. */
export const SocialIdentity = payload({ info: text, appleId: text })

/**
 * The answer to an offer of the page: the SDP of the shell's connection, with its candidates. It is empty when the person
 * refused, or with `failed` when the system cannot capture the screen (BRG-25).
 */
export const ScreenAnswer = payload({ answer: text, failed: flag }, 'answer')

/** Permissions the person granted (OP-067). */
export const Authority = payload({ audio: flag, video: flag })
