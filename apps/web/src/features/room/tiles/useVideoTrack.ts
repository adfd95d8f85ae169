import { type RefObject, useEffect, useRef } from 'react'

/** A muted video element that plays a track. */
export function useVideoTrack(track: MediaStreamTrack): RefObject<HTMLVideoElement | null> {
	const video = useRef<HTMLVideoElement>(null)
	useEffect(() => {
		const element = video.current
		if (!element) return
		element.srcObject = new MediaStream([track])
		// Muted video may always play; a rejection only says that the track changed meanwhile.
		element.play().catch(() => {})
		return () => {
			element.srcObject = null
		}
	}, [track])
	return video
}
