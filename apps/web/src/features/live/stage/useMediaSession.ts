import { useEffect } from 'react'
import type { Playback } from '../player/playback.ts'

/** Shows the live on the lock screen and headphones, and handles their controls. */
export function useMediaSession(
	playback: Playback | undefined,
	{ title, background, isPaused }: { title: string | undefined; background: string | undefined; isPaused: boolean },
) {
	useEffect(() => {
		const session = mediaSession()
		if (!session || !playback || title === undefined) return
		session.metadata = new MediaMetadata({
			title,
			...(background !== undefined && { artwork: [{ src: new URL(background, location.href).href }] }),
		})
		session.setActionHandler('play', () => playback.play())
		session.setActionHandler('pause', () => playback.pause())
		session.setActionHandler('stop', () => playback.pause())
		return () => {
			session.metadata = null
			for (const action of ['play', 'pause', 'stop'] as const) session.setActionHandler(action, null)
		}
	}, [playback, title, background])

	useEffect(() => {
		const session = mediaSession()
		if (session && playback) session.playbackState = isPaused ? 'paused' : 'playing'
	}, [playback, isPaused])
}

const mediaSession = () =>
	'mediaSession' in navigator && 'MediaMetadata' in window ? navigator.mediaSession : undefined
