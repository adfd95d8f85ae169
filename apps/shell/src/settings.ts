import type { Boot } from './bridge/boot.ts'

/** What the shell does with an answer it owes the page. */
export type Answers = 'well' | 'late' | 'twice' | 'text' | 'garbage' | 'never'
export type Platform = 'ios' | 'android' | 'mac'
/** When the bridge reaches the page: before its scripts, with the document, two seconds late, not at all. */
export type Arrival = 'start' | 'load' | 'late' | 'never'

/** Everything one can choose about the phone. */
export interface Settings {
	/** Where the page starts, relative to this server. */
	url: string
	version: string
	platform: Platform
	/** What the app says its language is. */
	language: 'zh' | 'en'
	/** What the page's browser says its language is; empty for the real one. */
	locale: '' | 'zh-CN' | 'en-US'
	hasNewVersion: boolean
	appleSupport: boolean
	wechatInstall: boolean
	microphone: boolean
	camera: boolean
	boot: Boot
	arrival: Arrival
	answers: Answers
	latencyMs: number
}

/** Apple's shells run callbacks, Android's announce an object. */
export const bootOf: Record<Platform, Boot> = { ios: 'callbacks', mac: 'callbacks', android: 'object' }

export const defaultSettings: Settings = {
	url: '/',
	version: '6.2.5',
	platform: 'ios',
	language: 'zh',
	locale: '',
	hasNewVersion: false,
	appleSupport: true,
	wechatInstall: true,
	microphone: true,
	camera: true,
	boot: 'callbacks',
	arrival: 'start',
	answers: 'well',
	latencyMs: 0,
}

const choices: { [K in keyof Settings]?: readonly Settings[K][] } = {
	platform: ['ios', 'android', 'mac'],
	language: ['zh', 'en'],
	locale: ['', 'zh-CN', 'en-US'],
	boot: ['object', 'callbacks'],
	arrival: ['start', 'load', 'late', 'never'],
	answers: ['well', 'late', 'twice', 'text', 'garbage', 'never'],
}
const latencyMaxMs = 10_000

type Written = Record<string, string | undefined>

/** Reads settings as an address or a form writes them; what is missing or makes no sense keeps its old value. */
export function readSettings(written: Written, before: Settings): Settings {
	const platformChanged = written.platform !== undefined && written.platform !== before.platform
	const entries = Object.entries(before).map(([key, old]) => [key, readOne(key as keyof Settings, written[key], old)])
	const read: Settings = Object.fromEntries(entries)
	const bootChosen = written.boot !== undefined && written.boot !== before.boot
	return platformChanged && !bootChosen ? { ...read, boot: bootOf[read.platform] } : read
}

function readOne(key: keyof Settings, written: string | undefined, old: Settings[keyof Settings]) {
	if (written === undefined) return old
	if (typeof old === 'boolean') return written === '1' || written === 'true' || written === 'on'
	if (key === 'latencyMs') return readLatency(written, Number(old))
	if (key === 'url') return startPath(written) ?? old
	const allowed = choices[key] as readonly string[] | undefined
	return allowed && !allowed.includes(written) ? old : written
}

function readLatency(written: string, old: number) {
	const ms = Number(written)
	return Number.isFinite(ms) && ms >= 0 ? Math.min(Math.round(ms), latencyMaxMs) : old
}

/** The path of an address typed by a person; only pages of this server can be reached by the bridge. */
export function startPath(typed: string, origin = 'http://phone.invalid'): string | undefined {
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

/** The settings that are not the usual ones, as a query one can send to somebody. */
export function settingsQuery(settings: Settings): string {
	const usual: Settings = { ...defaultSettings, boot: bootOf[settings.platform] }
	const changed = (Object.keys(usual) as (keyof Settings)[]).filter(key => settings[key] !== usual[key])
	return new URLSearchParams(changed.map(key => [key, String(settings[key])])).toString()
}

/** What the app says of itself over the bridge. */
export const versionInfoOf = (settings: Settings) => ({
	versionName: settings.version,
	versionCode: versionCode(settings.version),
	hasNewVersion: settings.hasNewVersion,
	appleSupport: settings.appleSupport,
	wechatInstall: settings.wechatInstall,
	language: settings.language,
})

/** 6.10.0 is 61000: two digits for each part after the first. */
const versionCode = (version: string): string =>
	version
		.split('.')
		.map((part, place) => (place === 0 ? part : part.padStart(2, '0')))
		.join('')
