export interface MediaKeyHandlers {
	toggleMicrophone(): void
	toggleCamera(): void
	hangUp(): void
}

export interface MediaKeys {
	/** Shows on the system's controls what is on. */
	show(active: { microphone: boolean; camera: boolean }): void
	stop(): void
}

/** `navigator.mediaSession`, whose parts for calls many browsers lack. */
export type MediaSessionApi = Pick<MediaSession, 'setActionHandler'> &
	Partial<Pick<MediaSession, 'setMicrophoneActive' | 'setCameraActive'>>

/** Handles the keys of headsets and the controls of the system during a call, until it is stopped (ROOM-189). */
export function handleMediaKeys(session: MediaSessionApi | undefined, handlers: MediaKeyHandlers): MediaKeys {
	const actions = [
		['togglemicrophone', handlers.toggleMicrophone],
		['togglecamera', handlers.toggleCamera],
		['hangup', handlers.hangUp],
	] as const

	function setHandler(action: string, handler: (() => void) | null) {
		try {
			// The types lack what is newer than them.
			session?.setActionHandler(action as MediaSessionAction, handler)
		} catch {
			// The browser does not know this action.
		}
	}

	for (const [action, handler] of actions) setHandler(action, handler)
	return {
		show({ microphone, camera }) {
			// A promise in newer versions, which fails while the page is hidden.
			void Promise.resolve(session?.setMicrophoneActive?.(microphone)).catch(() => {})
			void Promise.resolve(session?.setCameraActive?.(camera)).catch(() => {})
		},
		stop() {
			for (const [action] of actions) setHandler(action, null)
		},
	}
}

export const handleBrowserMediaKeys = (handlers: MediaKeyHandlers): MediaKeys =>
	handleMediaKeys(navigator.mediaSession, handlers)
