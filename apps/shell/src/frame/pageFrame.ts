import type { InjectedBridge } from '@parley/bridge'
import { injectBridge, prepareCallbackQueue } from '../bridge/boot.ts'
import type { Settings } from '../settings.ts'
import { overrideNavigator, removeScreenCapture, setSafeAreaProperties } from './browserOverrides.ts'
import { watchFrame } from './watchFrame.ts'

const lateByMs = 2_000

export interface PageFrame {
	open(path: string): void
	reload(): void
	/** One step back in the frame's history, or to the landing if it has none. */
	back(): void
	/** Path, query and fragment of the current page. */
	path(): string
}

/** The frame of the page: every document loaded into it gets a bridge, when and how the settings say. */
export function createPageFrame(
	frame: HTMLIFrameElement,
	settings: () => Settings,
	newBridge: () => InjectedBridge,
): PageFrame {
	const { pollFrame } = watchFrame(frame, window => {
		overrideNavigator(window, settings())
		setSafeAreaProperties(window)
		connectDocument(window, settings(), newBridge)
	})

	const inside = () => frame.contentWindow

	return {
		open(path) {
			pollFrame()
			inside()?.location.assign(path)
		},
		reload() {
			pollFrame()
			inside()?.location.reload()
		},
		back() {
			pollFrame()
			const history = inside() as (Window & { navigation?: { canGoBack: boolean } }) | null
			if (history?.navigation?.canGoBack) history.history.back()
			else history?.location.assign('/')
		},
		path() {
			const { pathname = '/', search = '', hash = '' } = inside()?.location ?? {}
			return pathname === 'blank' ? '/' : pathname + search + hash
		},
	}
}

/** Makes a web view of a new document: without what these lack, and with the bridge. */
export function connectDocument(
	window: Window & typeof globalThis,
	settings: Settings,
	newBridge: () => InjectedBridge,
) {
	removeScreenCapture(window)
	const { arrival, boot } = settings
	if (arrival === 'never') return
	const bridge = newBridge()
	if (boot === 'callbacks') prepareCallbackQueue(window)
	scheduleBridge(window, settings, () => injectBridge(window, bridge, boot))
}

function scheduleBridge(window: Window, { arrival, boot }: Settings, connect: () => void) {
	const { document } = window
	const isDone = document.readyState === 'complete'
	if (arrival === 'late') window.setTimeout(connect, lateByMs)
	else if (isDone || (arrival === 'start' && boot === 'object')) connect()
	else if (arrival === 'load') window.addEventListener('load', connect, { once: true })
	// Callbacks can only be run after the scripts of the page have queued them.
	else document.addEventListener('DOMContentLoaded', connect, { once: true })
}
