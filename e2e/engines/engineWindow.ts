import type { Locale } from '@parley/core'

/** Browser engines. Chromium is included, so that a journey is compared with itself. */
export type EngineName = 'chromium' | 'firefox' | 'webkit'

/** Browser window, driven in the same way in every engine. Elements are found by XPath, which all drivers support. */
export interface EngineWindow {
	readonly engine: EngineName
	goto(url: string): Promise<void>
	/** Waits for the element to be visible, then clicks it as a person would. */
	click(xpath: string): Promise<void>
	/** Replaces the text of an input, key by key. */
	fill(xpath: string, text: string): Promise<void>
	/** Waits until the element is visible. */
	see(xpath: string): Promise<void>
	path(): Promise<string>
	/** Runs a function of the page; it may return a promise. */
	evaluate<T>(run: () => T | Promise<T>): Promise<T>
	screenshot(path: string): Promise<void>
	close(): Promise<void>
}

/** Longest time an element may take to appear, in milliseconds: WebKit renders without a graphics card here. */
export const visibleWithinMs = 60_000

/** The browser itself stopped responding: a bug of the engine that no page can avoid. */
export class EngineStuckError extends Error {}

/** Browser language, which the pages of a live follow (LIVE-40). */
export const browserLanguages: Record<Locale, string> = { zh: 'zh-CN', en: 'en-US' }

/** Design size of the page, in CSS pixels. */
export const phone = { width: 375, height: 812 } as const

const quoted = (text: string) => (text.includes('"') ? `'${text}'` : `"${text}"`)
const hasName = (name: string) => `(normalize-space(.)=${quoted(name)} or @aria-label=${quoted(name)})`

/** XPaths of elements by their visible names. */
export const elements = {
	button: (name: string) => `//*[self::button or self::a or @role="button"][${hasName(name)}]`,
	/** Matches part of the text. */
	link: (name: string) => `//a[contains(normalize-space(.), ${quoted(name)})]`,
	/** A row that also shows a value beside its label. */
	row: (label: string) =>
		`//*[self::button or self::a or self::label][.//*[normalize-space(.)=${quoted(label)}] or normalize-space(.)=${quoted(label)}]`,
	field: (label: string) =>
		`//*[self::input or self::textarea][@id=//label[normalize-space(.)=${quoted(label)}]/@for or @aria-label=${quoted(label)}]`,
	checkbox: '//input[@type="checkbox"]',
	text: (text: string) => `//body//*[text()[contains(normalize-space(.), ${quoted(text)})]]`,
	/** List entry. */
	card: (text: string) => `//article[contains(normalize-space(.), ${quoted(text)})]`,
	heading: (text: string) => `//h1[contains(normalize-space(.), ${quoted(text)})]`,
}

/** Waits until the window is at a path. */
export async function waitForPath(window: EngineWindow, path: RegExp): Promise<string> {
	const giveUpAt = Date.now() + visibleWithinMs
	for (;;) {
		const current = await window.path()
		if (path.test(current)) return current
		if (Date.now() > giveUpAt) throw new Error(`${window.engine} is at ${current}, not at ${path}`)
		await new Promise(resolve => setTimeout(resolve, 100))
	}
}
