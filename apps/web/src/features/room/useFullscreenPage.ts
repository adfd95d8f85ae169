import { useEffect, useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
	document.addEventListener('fullscreenchange', listener)
	return () => document.removeEventListener('fullscreenchange', listener)
}

const isOn = () => Boolean(document.fullscreenElement)
const leave = () => void document.exitFullscreen().catch(() => {})

function toggle() {
	if (isOn()) leave()
	// A browser that refuses leaves the page as it is.
	else void document.documentElement.requestFullscreen().catch(() => {})
}

/** The whole page as large as the display, sheets and dialogs included, until the room is left; undefined where a browser cannot. */
export function useFullscreenPage(): { isOn: boolean; toggle(): void } | undefined {
	const isFullscreen = useSyncExternalStore(subscribe, isOn)
	useEffect(
		() => () => {
			if (isOn()) leave()
		},
		[],
	)
	return document.fullscreenEnabled ? { isOn: isFullscreen, toggle } : undefined
}
