import type { Locale } from '@parley/core'

/** The engines browsers stand on. Chromium is driven here too, so that a journey is compared with itself. */
export type EngineName = 'chromium' | 'firefox' | 'webkit'

/** A window of a browser, driven the same way in every engine. Elements are named by XPath, which all drivers know. */
export interface EngineWindow {
	readonly engine: EngineName
	goto(url: string): Promise<void>
	/** Waits for the element to be visible, then clicks it as a person would. */
	click(xpath: string): Promise<void>
	/** Replaces what an input holds, key by key. */
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

/** The browser itself does not answer any more: a fault of the engine, of which no page can do anything. */
export class EngineStuckError extends Error {}

/** The language of a browser, by which the pages of a live go (LIVE-40). */
export const browserLanguages: Record<Locale, string> = { zh: 'zh-CN', en: 'en-US' }

/** The phone the page is made for, in CSS pixels. */
export const phone = { width: 375, height: 812 } as const

const quoted = (text: string) => (text.includes('"') ? `'${text}'` : `"${text}"`)
const hasName = (name: string) => `(normalize-space(.)=${quoted(name)} or @aria-label=${quoted(name)})`

/** XPaths of elements as people name them. */
export const elements = {
	button: (name: string) => `//*[self::button or self::a or @role="button"][${hasName(name)}]`,
	/** Part of its text is enough. */
	link: (name: string) => `//a[contains(normalize-space(.), ${quoted(name)})]`,
	/** A row that also shows a value beside its label. */
	row: (label: string) =>
		`//*[self::button or self::a or self::label][.//*[normalize-space(.)=${quoted(label)}] or normalize-space(.)=${quoted(label)}]`,
	field: (label: string) =>
		`//*[self::input or self::textarea][@id=//label[normalize-space(.)=${quoted(label)}]/@for or @aria-label=${quoted(label)}]`,
	checkbox: '//input[@type="checkbox"]',
	text: (text: string) => `//body//*[text()[contains(normalize-space(.), ${quoted(text)})]]`,
	/** An entry of a list. */
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
