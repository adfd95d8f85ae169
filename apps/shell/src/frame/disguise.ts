import { appToken, safeAreaProperties } from '@parley/bridge'
import type { Platform, Settings } from '../settings.ts'

const systems: Record<Platform, string> = {
	ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
	android:
		'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36',
	mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)',
}

/** The user agent of the app's own browser (OP-072). */
export const userAgentOf = ({ platform, version }: Pick<Settings, 'platform' | 'version'>): string =>
	`${systems[platform]} ${appToken}/${version}`

/** Makes the browser in the frame say what the browser of this phone would say. */
export function disguise({ navigator }: Window, settings: Settings) {
	const say = (name: 'userAgent' | 'language' | 'languages', value: unknown) =>
		Object.defineProperty(navigator, name, { configurable: true, value })

	say('userAgent', userAgentOf(settings))
	if (!settings.locale) return
	say('language', settings.locale)
	say('languages', [settings.locale])
}

export interface Insets {
	top: number
	bottom: number
}

export const insets: Insets = { top: 44, bottom: 20 }

/** A frame has no safe areas of its own, so the page is told as old shells tell it, before it is first drawn. */
export function markSafeAreas({ document, MutationObserver }: Window & typeof globalThis, { top, bottom } = insets) {
	const root = document.documentElement as HTMLElement | null
	if (root) {
		root.style.setProperty(safeAreaProperties.top, `${top}px`)
		root.style.setProperty(safeAreaProperties.bottom, `${bottom}px`)
		return
	}
	// A document that has only just come has no root yet.
	const watching = new MutationObserver(() => {
		if (!document.documentElement) return
		watching.disconnect()
		markSafeAreas(document.defaultView as Window & typeof globalThis, { top, bottom })
	})
	watching.observe(document, { childList: true })
}
