import { ok, type Result, refused } from '@parley/core'

/** `denied`: the person chose nothing, or the system does not allow it. */
export type ScreenError = 'denied' | 'failed'

/** The content of a shared screen: text stays sharp at a few frames, a film moves. */
export type ScreenContent = 'text' | 'film'

const captureOf = {
	text: { contentHint: 'detail', frameRate: 5 },
	film: { contentHint: 'motion', frameRate: 30 },
} satisfies Record<ScreenContent, { contentHint: string; frameRate: number }>

/** Browsers on phones have no screen capture. */
export const canShareScreen = (): boolean =>
	typeof navigator !== 'undefined' && typeof navigator.mediaDevices?.getDisplayMedia === 'function'

export interface CapturedScreen {
	picture: MediaStreamTrack
	/** Undefined where the browser or the person shares no sound. */
	sound: MediaStreamTrack | undefined
	/** Calls back when the person or the system ended the capture, also before the call; replaces the listener before. */
	onEnded(listener: () => void): void
	/** Ends the capture, without calling back. */
	close(): void
}

/** The sound is that of the tab or system, without a microphone, so there is nothing to clean. */
const wanted: DisplayMediaStreamOptions = {
	video: { frameRate: { max: 30 } },
	audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
}

/** Options that not every browser knows. The own page in the picture would show itself without end. */
const hints = { selfBrowserSurface: 'exclude', surfaceSwitching: 'include', systemAudio: 'include' }

/** Lets the person choose a screen, window or tab, with its sound where the browser offers that; to be called from a tap or key. */
export async function openScreen(): Promise<Result<CapturedScreen, ScreenError>> {
	try {
		const stream = await navigator.mediaDevices.getDisplayMedia({ ...wanted, ...hints })
		const [picture] = stream.getVideoTracks()
		const [sound] = stream.getAudioTracks()
		if (!picture) {
			sound?.stop()
			return refused('failed')
		}
		await setScreenContent(picture, 'text')
		if (sound) sound.contentHint = 'music'
		return ok({
			picture,
			sound,
			onEnded(listener) {
				picture.onended = listener
				// It has ended already, and tells nobody any more.
				if (picture.readyState === 'ended') listener()
			},
			close() {
				picture.onended = null
				for (const track of stream.getTracks()) track.stop()
			},
		})
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
