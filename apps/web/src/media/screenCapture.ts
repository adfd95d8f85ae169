import { ok, type Result, refused } from '@parley/core'

/** `denied`: the person chose nothing, or the system does not allow it. */
export type ScreenError = 'denied' | 'failed'

/** The content of a shared screen: text stays sharp at a few frames, a film moves. */
export type ScreenContent = 'text' | 'film'

const captureOf = {
	text: { contentHint: 'detail', frameRate: 5 },
	film: { contentHint: 'motion', frameRate: 30 },
} satisfies Record<ScreenContent, { contentHint: string; frameRate: number }>

/** Phones have no screen capture. */
export const canShareScreen = (): boolean =>
	typeof navigator !== 'undefined' && typeof navigator.mediaDevices?.getDisplayMedia === 'function'

/** Lets the person choose a screen, window or tab; to be called from a tap or key. */
export async function openScreen(): Promise<Result<MediaStreamTrack, ScreenError>> {
	try {
		const stream = await navigator.mediaDevices.getDisplayMedia({ video: { frameRate: { max: 30 } } })
		const [track] = stream.getVideoTracks()
		if (!track) return refused('failed')
		await setScreenContent(track, 'text')
		return ok(track)
	} catch (error) {
		return refused((error as Error | undefined)?.name === 'NotAllowedError' ? 'denied' : 'failed')
	}
}

/** Fits the capture to what the screen shows. */
export async function setScreenContent(track: MediaStreamTrack, content: ScreenContent): Promise<void> {
	const { contentHint, frameRate } = captureOf[content]
	track.contentHint = contentHint
	// A browser that cannot limit the frames sends more of them.
	await track.applyConstraints({ frameRate: { max: frameRate } }).catch(() => {})
}
