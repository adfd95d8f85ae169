import type { Locale } from '@parley/core'
import type { EngineName, EngineWindow } from './engineWindow.ts'
import { openChromium, openFirefox } from './puppeteerWindow.ts'
import { openWebKit } from './webkitWindow.ts'

export {
	browserLanguages,
	type EngineName,
	EngineStuckError,
	type EngineWindow,
	elements,
	waitForPath,
} from './engineWindow.ts'
export { enterRoom, signIn } from './journeys.ts'

const { PARLEY_BROWSER, PARLEY_FIREFOX, PARLEY_WEBKIT_DRIVER, PARLEY_WEBKIT_BROWSER, PARLEY_XVFB, PARLEY_LOCALES } =
	process.env

/** Engines installed on this machine; `npm test` installs them where it can and reports where it can't. */
export const hasEngine: Record<EngineName, boolean> = {
	chromium: PARLEY_BROWSER !== undefined,
	firefox: PARLEY_FIREFOX !== undefined,
	webkit: PARLEY_WEBKIT_DRIVER !== undefined && PARLEY_WEBKIT_BROWSER !== undefined && PARLEY_XVFB !== undefined,
}

/**
 * Opens a window of an engine in a language, for both browser and page, with its own storage. The caller closes it.
 * @param url the server
 */
export function openEngine(engine: EngineName, url: string, locale: Locale = 'zh'): Promise<EngineWindow> {
	switch (engine) {
		case 'chromium':
			return openChromium({ executablePath: PARLEY_BROWSER ?? '', locale })
		case 'firefox':
			return openFirefox({ executablePath: PARLEY_FIREFOX ?? '', locale })
		case 'webkit':
			return openWebKit(
				{
					driver: PARLEY_WEBKIT_DRIVER ?? '',
					browser: PARLEY_WEBKIT_BROWSER ?? '',
					screen: PARLEY_XVFB ?? '',
					locales: PARLEY_LOCALES,
				},
				locale,
				url,
			)
	}
}
