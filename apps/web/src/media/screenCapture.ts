import { ok, type Result, refused } from '@parley/core'

/** `denied`: the person chose nothing, or the system does not allow it. */
export type ScreenError = 'denied' | 'failed'

/** Phones have no screen capture. */
export const canShareScreen = (): boolean =>
	typeof navigator !== 'undefined' && typeof navigator.mediaDevices?.getDisplayMedia === 'function'

/** Lets the person choose a screen, window or tab; to be called from a tap or key. Text stays sharp: details come before frames. */
export async function openScreen(): Promise<Result<MediaStreamTrack, ScreenError>> {
	try {
		const stream = await navigator.mediaDevices.getDisplayMedia({ video: { frameRate: { max: 30 } } })
		const [track] = stream.getVideoTracks()
		if (!track) return refused('failed')
		track.contentHint = 'detail'
		return ok(track)
	} catch (error) {
		return refused((error as Error | undefined)?.name === 'NotAllowedError' ? 'denied' : 'failed')
	}
}
