import { appUserAgentToken, safeAreaProperties } from '@parley/bridge'
import type { Platform, Settings } from '../settings.ts'

const systems: Record<Platform, string> = {
	ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
	android:
		'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36',
	mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)',
}

/** The user agent of the app's web view (OP-072). */
export const getUserAgent = ({ platform, version }: Pick<Settings, 'platform' | 'version'>): string =>
	`${systems[platform]} ${appUserAgentToken}/${version}`

/** Overrides user agent and languages of the frame with those of the simulated phone. */
export function overrideNavigator({ navigator }: Window, settings: Settings) {
	const override = (name: 'userAgent' | 'language' | 'languages', value: unknown) =>
		Object.defineProperty(navigator, name, { configurable: true, value })

	override('userAgent', getUserAgent(settings))
	if (!settings.locale) return
	override('language', settings.locale)
	override('languages', [settings.locale])
}

/** Web views have no screen capture: the shell offers its own (BRG-25). */
export function removeScreenCapture({ navigator }: Window) {
	// Missing on a page without encryption.
	if (navigator.mediaDevices as MediaDevices | undefined)
		Object.defineProperty(navigator.mediaDevices, 'getDisplayMedia', { configurable: true, value: undefined })
}

export interface Insets {
	top: number
	bottom: number
}

export const insets: Insets = { top: 44, bottom: 20 }

/** Sets the safe areas as custom properties, as old shells do: a frame has no safe area insets of its own. */
export function setSafeAreaProperties(
	{ document, MutationObserver }: Window & typeof globalThis,
	{ top, bottom } = insets,
) {
	const root = document.documentElement as HTMLElement | null
	if (root) {
		root.style.setProperty(safeAreaProperties.top, `${top}px`)
		root.style.setProperty(safeAreaProperties.bottom, `${bottom}px`)
		return
	}
	// A document that has just been created has no root element yet.
	const observer = new MutationObserver(() => {
		if (!document.documentElement) return
		observer.disconnect()
		setSafeAreaProperties(document.defaultView as Window & typeof globalThis, { top, bottom })
	})
	observer.observe(document, { childList: true })
}
