import type { Bridge } from '@parley/bridge'
import { ok, refused } from '@parley/core'
import { useBridgeInfo } from '../../bridge/index.ts'
import { canShareScreen, type ScreenShell } from '../../media/index.ts'

const offersScreen = ({ info }: Pick<Bridge, 'info'>): boolean => info.get().version?.screenShare === true

/** Returns whether this page can share a screen: by the shell of the phone, or by the browser. */
export function useCanShareScreen(): boolean {
	const { version } = useBridgeInfo()
	return version?.screenShare === true || canShareScreen()
}

/**
 * The shell that captures the screen, as far as it offers that (BRG-25). It is created once for a page: the bridge keeps what
 * the shell fires while nothing listens, and the end of an earlier capture would end the next one.
 */
export function createScreenShell(bridge: Bridge) {
	const listeners = new Set<() => void>()
	bridge.on('screenShareEnded', () => {
		for (const listener of listeners) listener()
	})
	const shell: ScreenShell = {
		async start(offer) {
			const answered = await bridge.call('startScreenShare', { offer })
			if (!answered.ok) return refused('failed')
			const { answer, failed } = answered.value
			if (answer === '') return refused(failed ? 'failed' : 'denied')
			return ok(answer)
		},
		stop: () => void bridge.call('stopScreenShare'),
		onEnded(listener) {
			listeners.add(listener)
			return () => void listeners.delete(listener)
		},
	}
	return {
		/** Undefined while the shell does not offer it. */
		get: (): ScreenShell | undefined => (offersScreen(bridge) ? shell : undefined),
	}
}
