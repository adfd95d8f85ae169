import { type BridgeWindow, type InjectedBridge, readyEvent } from '@parley/bridge'

/** As an object that announces itself, or by running the callbacks that wait for it. */
export type Boot = 'object' | 'callbacks'

type PageWindow = BridgeWindow & Window & { Event: typeof Event }

/**
 * Gives the page its bridge. A page that has not run yet finds it there; a page that waits is told.
 */
export function bootInto(window: Window, bridge: InjectedBridge, boot: Boot) {
	const page = window as PageWindow
	const waiting = page.WVJBCallbacks ?? []
	delete page.WVJBCallbacks
	page.WebViewJavascriptBridge = bridge
	if (boot === 'object') page.document.dispatchEvent(new page.Event(readyEvent))
	else for (const callback of waiting) callback(bridge)
}

/** Lets the page queue itself up without knocking: it is heard when the bridge boots. */
export function expectCallbacks(window: Window) {
	const page = window as PageWindow
	page.WVJBCallbacks ??= []
}
