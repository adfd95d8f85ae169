import {
	type Bridge,
	type BridgeInfo,
	type BridgeWindow,
	bootFrameUrls,
	type CallAnswer,
	type CallFailure,
	getShellHandler,
	type InjectedBridge,
	type PageHandlerArguments,
	type PageHandlerName,
	pageHandlerAliases,
	pageHandlers,
	parsePayload,
	type Respond,
	readyEvent,
	type ShellHandlerName,
} from '@parley/bridge'
import { ok, type Result, refused } from '@parley/core'

export interface BridgeOptions {
	window: Window & BridgeWindow
	/** The page runs in the app, so a shell that has not connected yet is requested to (OP-072). */
	inApp?: boolean
	/** Called for arguments that could not be parsed and listeners that failed, without the content. */
	report?: (name: PageHandlerName, cause: unknown) => void
}

type Listener = (args: never) => unknown
type Fired = { args: unknown; respond: Respond | undefined }

/** Connects the page to the native shell. Without one, calls fail with `unavailable` at once. */
export function connectBridge({ window, inApp = false, report = () => {} }: BridgeOptions): Bridge {
	const listeners = new Map<PageHandlerName, Set<Listener>>()
	const pending = new Map<PageHandlerName, Fired>()
	const subscribers = new Set<() => void>()
	let shell: InjectedBridge | undefined
	let info: BridgeInfo = { present: false, version: undefined }

	function updateInfo(change: Partial<BridgeInfo>) {
		info = { ...info, ...change }
		for (const changed of subscribers) changed()
	}

	function attach(found: InjectedBridge | undefined) {
		if (typeof found?.callHandler !== 'function' || found === shell) return
		shell = found
		try {
			found.init?.(() => {})
		} catch {
			// A shell that is already initialised throws, and works all the same.
		}
		for (const name of Object.keys(pageHandlers) as PageHandlerName[]) register(found, name, name)
		for (const [wire, [name, args]] of Object.entries(pageHandlerAliases)) register(found, wire, name, args)
		updateInfo({ present: true })
	}

	const register = (to: InjectedBridge, wire: string, name: PageHandlerName, fixed?: unknown) =>
		to.registerHandler(wire, (data, respond) => receive(name, fixed ?? data, respond))

	function receive(name: PageHandlerName, data: unknown, respond: Respond | undefined) {
		const read = parsePayload(pageHandlers[name], data)
		if (!read.ok) {
			report(name, read.failure)
			return respond?.()
		}
		const fired = { args: read.value, respond }
		if (name === 'updateVersionInfo') updateInfo({ version: read.value as PageHandlerArguments<'updateVersionInfo'> })
		if (listeners.get(name)?.size) return deliver(name, fired)
		if (name === 'updateVersionInfo') return respond?.()
		pending.set(name, fired)
	}

	function deliver(name: PageHandlerName, { args, respond }: Fired) {
		for (const listener of listeners.get(name) ?? []) {
			new Promise(resolve => resolve(listener(args as never))).then(
				reply => respond?.(reply),
				cause => {
					report(name, cause)
					respond?.()
				},
			)
		}
	}

	function call<N extends ShellHandlerName>(name: N, args: unknown = {}): Promise<CallAnswer<N>> {
		const { wire, reply, waitMs } = getShellHandler(name)
		return new Promise(resolve => {
			const settle = resolve as (answer: Result<unknown, CallFailure>) => void
			if (!shell) return settle(refused('unavailable'))
			try {
				shell.callHandler(wire, args, raw => reply && settle(parsePayload(reply, raw)))
			} catch {
				return settle(refused('timeout'))
			}
			if (!reply) return settle(ok(undefined))
			if (waitMs) window.setTimeout(() => settle(refused('timeout')), waitMs)
		})
	}

	function on<N extends PageHandlerName>(name: N, listener: (args: PageHandlerArguments<N>) => unknown) {
		const registered = listeners.get(name) ?? new Set()
		listeners.set(name, registered.add(listener))
		const queued = pending.get(name)
		pending.delete(name)
		if (queued) deliver(name, queued)
		return () => void registered.delete(listener)
	}

	const subscribe = (changed: () => void) => {
		subscribers.add(changed)
		return () => void subscribers.delete(changed)
	}

	window.document.addEventListener(readyEvent, () => attach(window.WebViewJavascriptBridge))
	if (window.WebViewJavascriptBridge) attach(window.WebViewJavascriptBridge)
	else if (window.WVJBCallbacks) window.WVJBCallbacks.push(attach)
	else {
		window.WVJBCallbacks = [attach]
		if (inApp) requestBoot(window)
	}

	return {
		get present() {
			return info.present
		},
		info: { get: () => info, subscribe },
		call,
		on,
	}
}

/** Requests an iOS shell to boot the bridge: it intercepts the frames and runs `WVJBCallbacks`. */
function requestBoot(window: Window) {
	// Android shells announce themselves, and would try to load these URLs.
	if (/Android/.test(window.navigator.userAgent)) return
	const { document } = window
	const frames = bootFrameUrls.map(url => {
		const frame = document.createElement('iframe')
		frame.hidden = true
		frame.src = url
		return document.documentElement.appendChild(frame)
	})
	window.setTimeout(() => {
		for (const frame of frames) frame.remove()
	})
}
