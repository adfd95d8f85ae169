import type { Bridge, BridgeInfo, PageHandlerArguments, PageHandlerName } from '@parley/bridge'
import { refused } from '@parley/core'

/** Signs by which the page detects a shell. */
export interface ShellDetection {
	/** A shell is there already, or expected. */
	isDetected: boolean
	/** Calls back when a shell appears later. */
	onDetected(act: () => void): void
}

/**
 * A bridge whose implementation is loaded only in a shell; most pages run in a plain browser. Shells queue their events
 * until the bridge is initialised, so none is lost.
 */
export function createLazyBridge(detection: ShellDetection, load: () => Promise<Bridge>): Bridge {
	const listeners = new Set<() => void>()
	const pendingHandlers = new Map<object, () => void>()
	let info: BridgeInfo = { present: false, version: undefined }
	let bridge: Bridge | undefined
	let loading: Promise<Bridge> | undefined

	function connect(loaded: Bridge) {
		bridge = loaded
		const update = () => {
			info = loaded.info.get()
			for (const changed of listeners) changed()
		}
		loaded.info.subscribe(update)
		for (const register of pendingHandlers.values()) register()
		pendingHandlers.clear()
		update()
		return loaded
	}
	const startLoading = () => {
		loading ??= load().then(connect)
		// Without it the page behaves as in a plain browser; the next visit tries again.
		loading.catch(() => {})
	}

	if (detection.isDetected) startLoading()
	else detection.onDetected(startLoading)

	return {
		get present() {
			return info.present
		},
		info: {
			get: () => info,
			subscribe(changed) {
				listeners.add(changed)
				return () => void listeners.delete(changed)
			},
		},
		async call(name, ...args) {
			const loaded = bridge ?? (await loading?.catch(() => undefined))
			return loaded ? loaded.call(name, ...args) : refused('unavailable')
		},
		on<N extends PageHandlerName>(name: N, listener: (args: PageHandlerArguments<N>) => unknown) {
			if (bridge) return bridge.on(name, listener)
			const key = {}
			let off = (): void => void pendingHandlers.delete(key)
			pendingHandlers.set(key, () => {
				if (bridge) off = bridge.on(name, listener)
			})
			return () => off()
		},
	}
}
