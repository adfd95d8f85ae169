import { bootFrameUrls } from '@parley/bridge'

/** Asks an iOS shell to boot the bridge: it sees the frames being loaded and answers by running `WVJBCallbacks`. */
export function requestBoot(window: Window) {
	// Android shells come by themselves, and would try to load these addresses in earnest.
	if (/Android/.test(window.navigator.userAgent)) return
	const { document } = window
	const frames = bootFrameUrls.map(address => {
		const frame = document.createElement('iframe')
		frame.hidden = true
		frame.src = address
		return document.documentElement.appendChild(frame)
	})
	window.setTimeout(() => {
		for (const frame of frames) frame.remove()
	})
}
