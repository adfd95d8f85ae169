/** Whether this page can hold a meeting at all. */
export type RoomSupport = 'ready' | 'insecure' | 'unsupported'

export interface BrowserCapabilities {
	isSecureContext: boolean
	hasConnections: boolean
}

/** Without HTTPS no browser hands out a camera or microphone, so the way there is the thing to say. */
export function getRoomSupport({ isSecureContext, hasConnections }: BrowserCapabilities): RoomSupport {
	if (!hasConnections) return 'unsupported'
	return isSecureContext ? 'ready' : 'insecure'
}

export const getBrowserSupport = (): RoomSupport =>
	getRoomSupport({
		isSecureContext: globalThis.isSecureContext,
		hasConnections: typeof globalThis.RTCPeerConnection === 'function',
	})
