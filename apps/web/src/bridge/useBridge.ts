import type { Bridge, BridgeInfo, PageHandlerArguments, PageHandlerName } from '@parley/bridge'
import { createContext, useContext, useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** The bridge the page was started with. */
export const BridgeContext = createContext<Bridge | undefined>(undefined)

export function useBridge(): Bridge {
	const bridge = useContext(BridgeContext)
	if (!bridge) throw new Error('no BridgeContext around this component')
	return bridge
}

/** Whether a shell is there and what it says of itself; draws again when either changes. */
export function useBridgeInfo(): BridgeInfo {
	const { info } = useBridge()
	return useSyncExternalStore(info.subscribe, info.get)
}

/** Listens to the shell for as long as the component stands. */
export function useBridgeHandler<N extends PageHandlerName>(
	name: N,
	listener: (args: PageHandlerArguments<N>) => unknown,
) {
	const bridge = useBridge()
	const heard = useEffectEvent(listener)
	useEffect(() => bridge.on(name, args => heard(args)), [bridge, name])
}
