import { ok, type Result } from '@parley/core'
import { cameraLimits } from '@parley/room'

export type DeviceKind = 'microphone' | 'camera'

/** Why a device cannot be had, in terms of what its owner can do about it. */
export type DeviceFault = 'denied' | 'missing' | 'busy' | 'insecure' | 'failed'

export type Opened = Result<MediaStreamTrack, DeviceFault>

/** The part of `navigator.mediaDevices` this needs; it is missing where the page is not secure. */
export interface DeviceAccess {
	getUserMedia(constraints: MediaStreamConstraints): Promise<MediaStream>
}

const faults: Record<string, DeviceFault> = {
	NotAllowedError: 'denied',
	PermissionDeniedError: 'denied',
	SecurityError: 'denied',
	NotFoundError: 'missing',
	DevicesNotFoundError: 'missing',
	OverconstrainedError: 'missing',
	NotReadableError: 'busy',
	TrackStartError: 'busy',
	AbortError: 'busy',
}

/** The browser's word for a failure, and the older words of some, as ours. */
export const faultOf = (error: unknown): DeviceFault => faults[(error as Error | undefined)?.name ?? ''] ?? 'failed'

const { width, height, frameRate } = cameraLimits
const wanted: Record<DeviceKind, MediaStreamConstraints> = {
	microphone: { audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true } },
	// Wishes, not demands: a camera that can only do more must not be "not found". The sender holds the limits.
	camera: {
		video: {
			facingMode: 'user',
			width: { ideal: width },
			height: { ideal: height },
			frameRate: { ideal: frameRate },
		},
	},
}

export interface Devices {
	/** Opens one or both with a single question to the person, where the browser allows that. */
	open(kinds: readonly DeviceKind[]): Promise<Partial<Record<DeviceKind, Opened>>>
}

export function createDevices(access: DeviceAccess | undefined): Devices {
	async function openOne(kind: DeviceKind): Promise<Opened> {
		if (!access) return { ok: false, failure: 'insecure' }
		try {
			const stream = await access.getUserMedia(wanted[kind])
			return trackOf(stream, kind)
		} catch (error) {
			return { ok: false, failure: faultOf(error) }
		}
	}

	/** Both at once, or nothing when that fails: then each has to say for itself what is wrong. */
	async function openBoth(): Promise<Record<DeviceKind, Opened> | undefined> {
		try {
			const stream = await access?.getUserMedia({ ...wanted.microphone, ...wanted.camera })
			return stream && { microphone: trackOf(stream, 'microphone'), camera: trackOf(stream, 'camera') }
		} catch (error) {
			const failure = faultOf(error)
			// Asking again would only bring the same question, or the same silent no.
			if (failure === 'denied') return { microphone: { ok: false, failure }, camera: { ok: false, failure } }
			return undefined
		}
	}

	return {
		async open(kinds) {
			const both = kinds.length > 1 ? await openBoth() : undefined
			if (both) return both
			const opened: Partial<Record<DeviceKind, Opened>> = {}
			// One after the other: two questions at once hide each other on phones.
			for (const kind of kinds) opened[kind] = await openOne(kind)
			return opened
		},
	}
}

export const browserDevices = (): Devices => createDevices(navigator.mediaDevices)

function trackOf(stream: MediaStream, kind: DeviceKind): Opened {
	const [track] = kind === 'microphone' ? stream.getAudioTracks() : stream.getVideoTracks()
	return track ? ok(track) : { ok: false, failure: 'missing' }
}
