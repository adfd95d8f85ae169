/** Ability of this browser and page to join a room. */
export type RoomSupport = 'ready' | 'insecure' | 'unsupported'

export interface BrowserCapabilities {
	isSecureContext: boolean
	hasConnections: boolean
}

/** Without HTTPS no browser gives access to camera and microphone (ROOM-75). */
export function getRoomSupport({ isSecureContext, hasConnections }: BrowserCapabilities): RoomSupport {
	if (!hasConnections) return 'unsupported'
	return isSecureContext ? 'ready' : 'insecure'
}

export const getBrowserSupport = (): RoomSupport =>
	getRoomSupport({
		isSecureContext: globalThis.isSecureContext,
		hasConnections: typeof globalThis.RTCPeerConnection === 'function',
	})
