import type { Locale } from '@parley/core'
import { type Browser, type BrowserContext, launch, type Page } from 'puppeteer-core'
import { chromiumArguments } from '../fixtures/chromiumArguments.ts'
import { recordConnectionsScript } from '../fixtures/media.ts'
import { sharedBrowser } from './browsers.ts'
import { browserLanguages, type EngineWindow, phone, visibleWithinMs } from './engineWindow.ts'

/** Fake devices, no permission prompts, and connections to this machine. */
const firefoxPreferences = {
	'media.navigator.streams.fake': true,
	'media.navigator.permission.disabled': true,
	'media.peerconnection.ice.loopback': true,
	'media.autoplay.default': 0,
}

export interface LaunchOptions {
	executablePath: string
	/** Stored before the page runs. */
	locale: Locale
}

export const openChromium = ({ executablePath, locale }: LaunchOptions): Promise<EngineWindow> =>
	openWindow(
		'chromium',
		() =>
			launch({
				executablePath,
				args: [...chromiumArguments, `--accept-lang=${browserLanguages[locale]}`],
			}),
		locale,
	)

/** Firefox over WebDriver BiDi. */
export const openFirefox = ({ executablePath, locale }: LaunchOptions): Promise<EngineWindow> =>
	openWindow(
		'firefox',
		() =>
			launch({
				browser: 'firefox',
				executablePath,
				headless: true,
				// A server of the tests signs its certificate itself.
				acceptInsecureCerts: true,
				extraPrefsFirefox: { ...firefoxPreferences, 'intl.accept_languages': browserLanguages[locale] },
			}),
		locale,
	)

async function openWindow(
	engine: 'chromium' | 'firefox',
	launchBrowser: () => Promise<Browser>,
	locale: Locale,
): Promise<EngineWindow> {
	const browser = await sharedBrowser(`${engine} ${locale}`, launchBrowser)
	const context = await browser.createBrowserContext()
	try {
		const page = await context.newPage()
		page.setDefaultTimeout(visibleWithinMs)
		await page.setViewport({ ...phone, deviceScaleFactor: 1 })
		await page.evaluateOnNewDocument(recordConnectionsScript)
		await page.evaluateOnNewDocument(storeSettings, locale)
		return windowOf(engine, context, page)
	} catch (error) {
		await context.close()
		throw error
	}
}

/** Runs in the page. */
function storeSettings(locale: string) {
	if (!location.protocol.startsWith('http') || localStorage.getItem('locale')) return
	localStorage.setItem('locale', locale)
	// A click on a screen that is still sliding in is lost.
	localStorage.setItem('pageTransitions', 'off')
}

function windowOf(engine: 'chromium' | 'firefox', context: BrowserContext, page: Page): EngineWindow {
	const find = (xpath: string) => page.locator(`::-p-xpath(${xpath})`)
	return {
		engine,
		goto: async url => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
		click: xpath => find(xpath).click(),
		fill: (xpath, text) => find(xpath).fill(text),
		see: async xpath => void (await find(xpath).wait()),
		path: async () => new URL(page.url()).pathname,
		evaluate: run => page.evaluate(run) as Promise<never>,
		screenshot: async path => void (await page.screenshot({ path: path as `${string}.png` })),
		close: () => context.close(),
	}
}
