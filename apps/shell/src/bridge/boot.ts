import { type BridgeBoot, type BridgeWindow, type InjectedBridge, readyEvent } from '@parley/bridge'

type FrameWindow = BridgeWindow & Window & { Event: typeof Event }

/** Puts the bridge into the window of the page, and announces it to scripts that are already waiting. */
export function injectBridge(window: Window, bridge: InjectedBridge, boot: BridgeBoot) {
	const page = window as FrameWindow
	const callbacks = page.WVJBCallbacks ?? []
	delete page.WVJBCallbacks
	page.WebViewJavascriptBridge = bridge
	if (boot === 'object') page.document.dispatchEvent(new page.Event(readyEvent))
	else for (const callback of callbacks) callback(bridge)
}

/** Creates the callback queue, so that the page does not have to request the boot with hidden frames. */
export function prepareCallbackQueue(window: Window) {
	const page = window as FrameWindow
	page.WVJBCallbacks ??= []
}
