/** Whether this page can hold a meeting at all. */
export type RoomSupport = 'ready' | 'insecure' | 'unsupported'

export interface SupportFacts {
	isSecureContext: boolean
	hasConnections: boolean
}

/** Without HTTPS no browser hands out a camera or microphone, so the way there is the thing to say. */
export function roomSupport({ isSecureContext, hasConnections }: SupportFacts): RoomSupport {
	if (!hasConnections) return 'unsupported'
	return isSecureContext ? 'ready' : 'insecure'
}

export const browserSupport = (): RoomSupport =>
	roomSupport({
		isSecureContext: globalThis.isSecureContext,
		hasConnections: typeof globalThis.RTCPeerConnection === 'function',
	})
