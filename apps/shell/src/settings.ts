import type { BridgeBoot } from '@parley/bridge'
import { type Locale, locales, localeTags } from '@parley/core'

/** Manner in which the shell replies to a call of the page. */
export type ReplyMode = 'well' | 'late' | 'twice' | 'text' | 'garbage' | 'never'
export type Platform = 'ios' | 'android' | 'mac'
/** Time at which the bridge is injected: before the scripts of the page, at `load`, two seconds late, or never. */
export type BridgeTiming = 'start' | 'load' | 'late' | 'never'

/** All settings of the simulated phone. */
export interface Settings {
	/** The page's start path, relative to this server. */
	url: string
	version: string
	platform: Platform
	/** The language in the version info. */
	language: Locale
	/** `navigator.language` of the page; empty for that of the browser. */
	locale: '' | (typeof localeTags)[Locale]
	hasNewVersion: boolean
	appleSupport: boolean
	wechatInstall: boolean
	/** The shell captures the screen. */
	screenShare: boolean
	microphone: boolean
	camera: boolean
	boot: BridgeBoot
	arrival: BridgeTiming
	answers: ReplyMode
	latencyMs: number
}

/** Shells on Apple systems run callbacks, those on Android announce an object. */
export const defaultBoot: Record<Platform, BridgeBoot> = { ios: 'callbacks', mac: 'callbacks', android: 'object' }

export const defaultSettings: Settings = {
	url: '/',
	version: '6.2.5',
	platform: 'ios',
	language: 'zh',
	locale: '',
	hasNewVersion: false,
	appleSupport: true,
	wechatInstall: true,
	screenShare: true,
	microphone: true,
	camera: true,
	boot: 'callbacks',
	arrival: 'start',
	answers: 'well',
	latencyMs: 0,
}

const choices: { [K in keyof Settings]?: readonly Settings[K][] } = {
	platform: ['ios', 'android', 'mac'],
	language: locales,
	locale: ['', ...Object.values(localeTags)],
	boot: ['object', 'callbacks'],
	arrival: ['start', 'load', 'late', 'never'],
	answers: ['well', 'late', 'twice', 'text', 'garbage', 'never'],
}
const maxLatencyMs = 10_000

type SettingTexts = Record<string, string | undefined>

/** Settings from a query string or form; missing and invalid values keep the previous one. */
export function parseSettings(texts: SettingTexts, before: Settings): Settings {
	const platformChanged = texts.platform !== undefined && texts.platform !== before.platform
	const entries = Object.entries(before).map(([key, old]) => [
		key,
		parseSetting(key as keyof Settings, texts[key], old),
	])
	const read: Settings = Object.fromEntries(entries)
	const bootChosen = texts.boot !== undefined && texts.boot !== before.boot
	return platformChanged && !bootChosen ? { ...read, boot: defaultBoot[read.platform] } : read
}

function parseSetting(key: keyof Settings, written: string | undefined, old: Settings[keyof Settings]) {
	if (written === undefined) return old
	if (typeof old === 'boolean') return written === '1' || written === 'true' || written === 'on'
	if (key === 'latencyMs') return parseLatency(written, Number(old))
	if (key === 'url') return parseStartPath(written) ?? old
	const allowed = choices[key] as readonly string[] | undefined
	return allowed && !allowed.includes(written) ? old : written
}

function parseLatency(written: string, old: number) {
	const ms = Number(written)
	return Number.isFinite(ms) && ms >= 0 ? Math.min(Math.round(ms), maxLatencyMs) : old
}

/** Path, query and fragment of a typed address; `undefined` for another origin, where no bridge can be injected. */
export function parseStartPath(typed: string, origin = 'http://phone.invalid'): string | undefined {
	const address = parseAddress(typed.trim(), origin)
	if (!address || !/^https?:$/.test(address.protocol)) return undefined
	return address.origin === new URL(origin).origin ? address.pathname + address.search + address.hash : undefined
}

function parseAddress(typed: string, origin: string): URL | undefined {
	try {
		return new URL(typed, origin)
	} catch {
		return undefined
	}
}

/** The settings that differ from the defaults, as a query string for a link. */
export function formatSettingsQuery(settings: Settings): string {
	const defaults: Settings = { ...defaultSettings, boot: defaultBoot[settings.platform] }
	const changed = (Object.keys(defaults) as (keyof Settings)[]).filter(key => settings[key] !== defaults[key])
	return new URLSearchParams(changed.map(key => [key, String(settings[key])])).toString()
}

/** The argument of `updateVersionInfo`. */
export const getVersionInfo = (settings: Settings) => ({
	versionName: settings.version,
	versionCode: formatVersionCode(settings.version),
	hasNewVersion: settings.hasNewVersion,
	appleSupport: settings.appleSupport,
	wechatInstall: settings.wechatInstall,
	screenShare: settings.screenShare,
	language: settings.language,
})

/** 6.10.0 is 61000: two digits for each part after the first. */
const formatVersionCode = (version: string): string =>
	version
		.split('.')
		.map((part, place) => (place === 0 ? part : part.padStart(2, '0')))
		.join('')
