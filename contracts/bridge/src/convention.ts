/** The calling convention of WebViewJavascriptBridge that both sides rely on; described in SPEC.md. */

export type Respond = (reply?: unknown) => void
export type WireHandler = (data: unknown, respond?: Respond) => void

/** The object a shell puts into the page. */
export interface InjectedBridge {
	callHandler(name: string, data?: unknown, respond?: Respond): void
	registerHandler(name: string, handler: WireHandler): void
	/** Only on Android shells, which require it once before anything else. */
	init?(unnamed: WireHandler): void
}

export type BootCallback = (bridge: InjectedBridge) => void

/** The properties of the window both sides use. */
export interface BridgeWindow {
	WebViewJavascriptBridge?: InjectedBridge | undefined
	WVJBCallbacks?: BootCallback[] | undefined
}

/** The way a shell provides its bridge: as an object that announces itself, or by running the page's callbacks. */
export type BridgeBoot = 'object' | 'callbacks'

/** Dispatched on the document by shells that inject the object, once it is there. */
export const readyEvent = 'WebViewJavascriptBridgeReady'

/** A hidden frame with one of these URLs requests an iOS shell to boot the bridge; old shells know only the second. */
export const bootFrameUrls = ['https://__bridge_loaded__', 'wvjbscheme://__BRIDGE_LOADED__'] as const

/** `ParleyApp/6.2.5` in the user agent means that the page runs in the app (OP-072). */
export const appUserAgentToken = 'ParleyApp'

/**
 * A shell that draws the page under its status bar without reporting safe areas to `env()` sets these custom properties
 * on the page's root element, in CSS pixels.
 */
export const safeAreaProperties = { top: '--safe-top', bottom: '--safe-bottom' } as const
