import {
	type Bridge,
	type BridgeInfo,
	type BridgeWindow,
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
import { requestBoot } from './knock.ts'

export interface BridgeOptions {
	window: Window & BridgeWindow
	/** The page stands in the app, so a shell that has not shown itself yet is asked to (OP-072). */
	inApp?: boolean
	/** Hears of what the shell sent and nobody could use; never of its content. */
	report?: (name: PageHandlerName, cause: unknown) => void
}

type Listener = (args: never) => unknown
type Fired = { args: unknown; respond: Respond | undefined }

/** Opens the page's one door to the native shell. Without a shell it does nothing, at once. */
export function connectBridge({ window, inApp = false, report = () => {} }: BridgeOptions): Bridge {
	const listeners = new Map<PageHandlerName, Set<Listener>>()
	const unheard = new Map<PageHandlerName, Fired>()
	const watchers = new Set<() => void>()
	let shell: InjectedBridge | undefined
	let info: BridgeInfo = { present: false, version: undefined }

	function tell(change: Partial<BridgeInfo>) {
		info = { ...info, ...change }
		for (const changed of watchers) changed()
	}

	function attach(found: InjectedBridge | undefined) {
		if (typeof found?.callHandler !== 'function' || found === shell) return
		shell = found
		try {
			found.init?.(() => {})
		} catch {
			// A shell that was greeted before says so; it can be talked to all the same.
		}
		for (const name of Object.keys(pageHandlers) as PageHandlerName[]) register(found, name, name)
		for (const [wire, [name, args]] of Object.entries(pageHandlerAliases)) register(found, wire, name, args)
		tell({ present: true })
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
		if (name === 'updateVersionInfo') tell({ version: read.value as PageHandlerArguments<'updateVersionInfo'> })
		if (listeners.get(name)?.size) return deliver(name, fired)
		if (name === 'updateVersionInfo') return respond?.()
		unheard.set(name, fired)
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
		const hearing = listeners.get(name) ?? new Set()
		listeners.set(name, hearing.add(listener))
		const waiting = unheard.get(name)
		unheard.delete(name)
		if (waiting) deliver(name, waiting)
		return () => void hearing.delete(listener)
	}

	const subscribe = (changed: () => void) => {
		watchers.add(changed)
		return () => void watchers.delete(changed)
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
