import type { Bridge } from '@parley/bridge'

/** The content under the status bar: a picture or video, or an ordinary screen in one of the themes. */
export type StatusBarBackground = 'picture' | 'light' | 'dark'

/** Black text on light screens, white on the landing page, the live page and everything dark (OP-068). */
export const getStatusBarColour = (ground: StatusBarBackground): 'black' | 'white' =>
	ground === 'light' ? 'black' : 'white'

export interface StatusBar {
	/** Sets what is under the status bar; to be called on every change of screen or theme. */
	show(ground: StatusBarBackground): void
}

/** Keeps the status bar of the phone legible: on every change, when the shell asks, and when a shell connects late. */
export function createStatusBar(bridge: Bridge): StatusBar {
	let shown: 'black' | 'white' | undefined
	let wasPresent = bridge.present

	const send = () => {
		if (shown) void bridge.call(shown === 'black' ? 'setBlackStatusColor' : 'setWhiteStatusColor')
	}
	bridge.on('needsSetStatusColor', send)
	bridge.info.subscribe(() => {
		if (bridge.present !== wasPresent) send()
		wasPresent = bridge.present
	})

	return {
		show(ground) {
			const colour = getStatusBarColour(ground)
			if (colour === shown) return
			shown = colour
			send()
		},
	}
}
