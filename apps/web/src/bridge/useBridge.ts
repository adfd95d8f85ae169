import type { Bridge, BridgeInfo, PageHandlerArguments, PageHandlerName } from '@parley/bridge'
import { createContext, useContext, useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** The bridge the page was started with. */
export const BridgeContext = createContext<Bridge | undefined>(undefined)

export function useBridge(): Bridge {
	const bridge = useContext(BridgeContext)
	if (!bridge) throw new Error('no BridgeContext around this component')
	return bridge
}

/** Returns whether a shell is connected, and its version info; renders again when either changes. */
export function useBridgeInfo(): BridgeInfo {
	const { info } = useBridge()
	return useSyncExternalStore(info.subscribe, info.get)
}

/** Registers a handler while the component is mounted. */
export function useBridgeHandler<N extends PageHandlerName>(
	name: N,
	listener: (args: PageHandlerArguments<N>) => unknown,
) {
	const bridge = useBridge()
	const onFired = useEffectEvent(listener)
	useEffect(() => bridge.on(name, args => onFired(args)), [bridge, name])
}
