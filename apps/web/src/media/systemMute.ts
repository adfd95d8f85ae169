/** The part of a track that is needed. */
export type MutableTrack = Pick<MediaStreamTrack, 'muted' | 'addEventListener' | 'removeEventListener'>

/** Systems mute for an instant when another app opens or a page comes back. */
const minMutedMs = 1_500

/**
 * Tells that the system delivers nothing from an open device (a phone call, another app, a key of the laptop) and that it does
 * so again, until the function it returns is called (ROOM-200).
 */
export function watchSystemMute(track: MutableTrack, onChange: (isMuted: boolean) => void): () => void {
	let timer: ReturnType<typeof setTimeout> | undefined
	let isTold = false

	function look() {
		clearTimeout(timer)
		if (track.muted && !isTold) timer = setTimeout(tell, minMutedMs)
		if (track.muted || !isTold) return
		isTold = false
		onChange(false)
	}

	function tell() {
		// Phones take the camera of every page in the background, and give it back.
		if (document.hidden) return look()
		if (!track.muted) return
		isTold = true
		onChange(true)
	}

	track.addEventListener('mute', look)
	track.addEventListener('unmute', look)
	look()
	return () => {
		clearTimeout(timer)
		track.removeEventListener('mute', look)
		track.removeEventListener('unmute', look)
	}
}
