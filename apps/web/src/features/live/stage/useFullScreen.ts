import { type RefObject, useEffect, useState } from 'react'
import { useBackHandler } from '../../../ui/back/backHandlers.ts'

export interface FullScreen {
	isOn: boolean
	toggle(): void
}

type OldSafariVideo = HTMLVideoElement & { webkitEnterFullscreen?(): void }
type Orientation = ScreenOrientation & { lock?(to: 'landscape'): Promise<void> }

/**
 * Fills the screen, in landscape where the browser can turn it. Where elements cannot (iPhone), the video takes the
 * whole screen by itself; inside apps that allow neither, the page does.
 */
export function useFullScreen(
	stage: RefObject<HTMLElement | null>,
	video: RefObject<HTMLVideoElement | null>,
): FullScreen {
	const [isOn, setIsOn] = useState(false)

	useEffect(() => {
		const changed = () => !document.fullscreenElement && setIsOn(false)
		document.addEventListener('fullscreenchange', changed)
		return () => document.removeEventListener('fullscreenchange', changed)
	}, [])

	function leave() {
		if (document.fullscreenElement) void document.exitFullscreen().catch(() => {})
		setIsOn(false)
	}

	async function enter() {
		const element = stage.current
		if (!element) return
		if (!element.requestFullscreen && enterByVideo(video.current)) return
		setIsOn(true)
		try {
			await element.requestFullscreen?.()
			await (screen.orientation as Orientation | undefined)?.lock?.('landscape')
		} catch {
			// Not allowed here, or the screen cannot be turned: the page itself is filled.
		}
	}

	useBackHandler(isOn, leave)
	return { isOn, toggle: () => (isOn ? leave() : void enter()) }
}

function enterByVideo(video: OldSafariVideo | null): boolean {
	if (!video?.webkitEnterFullscreen) return false
	try {
		video.webkitEnterFullscreen()
		return true
	} catch {
		return false
	}
}
