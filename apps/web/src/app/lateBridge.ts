import type { Bridge, BridgeInfo, FiredArguments, PageHandlerName } from '@parley/bridge'
import { refused } from '@parley/core'

/** When there is a shell to talk to. */
export interface ShellSigns {
	/** Something already says that a shell is there or on its way. */
	seen: boolean
	/** Calls back when one shows itself later. */
	onSeen(act: () => void): void
}

/**
 * A bridge whose works are only loaded where there is a shell: browsers, the most of them, do without. Shells keep what
 * they say until they are greeted, so nothing is lost on the way.
 */
export function lateBridge(signs: ShellSigns, load: () => Promise<Bridge>): Bridge {
	const watchers = new Set<() => void>()
	const waiting = new Map<object, () => void>()
	let info: BridgeInfo = { present: false, version: undefined }
	let bridge: Bridge | undefined
	let coming: Promise<Bridge> | undefined

	function follow(come: Bridge) {
		bridge = come
		const update = () => {
			info = come.info.get()
			for (const changed of watchers) changed()
		}
		come.info.subscribe(update)
		for (const register of waiting.values()) register()
		waiting.clear()
		update()
		return come
	}
	const fetchIt = () => {
		coming ??= load().then(follow)
		// Without its works the page is as in a browser; the next visit tries again.
		coming.catch(() => {})
	}

	if (signs.seen) fetchIt()
	else signs.onSeen(fetchIt)

	return {
		get present() {
			return info.present
		},
		info: {
			get: () => info,
			subscribe(changed) {
				watchers.add(changed)
				return () => void watchers.delete(changed)
			},
		},
		async call(name, ...args) {
			const come = bridge ?? (await coming?.catch(() => undefined))
			return come ? come.call(name, ...args) : refused('absent')
		},
		on<N extends PageHandlerName>(name: N, listener: (args: FiredArguments<N>) => unknown) {
			if (bridge) return bridge.on(name, listener)
			const key = {}
			let off = (): void => void waiting.delete(key)
			waiting.set(key, () => {
				if (bridge) off = bridge.on(name, listener)
			})
			return () => off()
		},
	}
}
