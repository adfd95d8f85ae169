import { ok, type Result } from '@parley/core'
import { cameraLimits } from '@parley/room'

export type DeviceKind = 'microphone' | 'camera'

/** Why a device cannot be had, in terms of what its owner can do about it. */
export type DeviceError = 'denied' | 'missing' | 'busy' | 'insecure' | 'failed'

export type OpenResult = Result<MediaStreamTrack, DeviceError>

/** The part of `navigator.mediaDevices` this needs; it is missing where the page is not secure. */
export interface MediaDevicesApi {
	getUserMedia(constraints: MediaStreamConstraints): Promise<MediaStream>
}

const deviceErrors: Record<string, DeviceError> = {
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
export const toDeviceError = (error: unknown): DeviceError =>
	deviceErrors[(error as Error | undefined)?.name ?? ''] ?? 'failed'

const { width, height, frameRate } = cameraLimits
const constraints: Record<DeviceKind, MediaStreamConstraints> = {
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
	open(kinds: readonly DeviceKind[]): Promise<Partial<Record<DeviceKind, OpenResult>>>
}

export function createDevices(mediaDevices: MediaDevicesApi | undefined): Devices {
	async function openOne(kind: DeviceKind): Promise<OpenResult> {
		if (!mediaDevices) return { ok: false, failure: 'insecure' }
		try {
			const stream = await mediaDevices.getUserMedia(constraints[kind])
			return getTrack(stream, kind)
		} catch (error) {
			return { ok: false, failure: toDeviceError(error) }
		}
	}

	/** Both at once, or nothing when that fails: then each has to say for itself what is wrong. */
	async function openBoth(): Promise<Record<DeviceKind, OpenResult> | undefined> {
		try {
			const stream = await mediaDevices?.getUserMedia({ ...constraints.microphone, ...constraints.camera })
			return stream && { microphone: getTrack(stream, 'microphone'), camera: getTrack(stream, 'camera') }
		} catch (error) {
			const failure = toDeviceError(error)
			// Asking again would only bring the same question, or the same silent no.
			if (failure === 'denied') return { microphone: { ok: false, failure }, camera: { ok: false, failure } }
			return undefined
		}
	}

	return {
		async open(kinds) {
			const both = kinds.length > 1 ? await openBoth() : undefined
			if (both) return both
			const opened: Partial<Record<DeviceKind, OpenResult>> = {}
			// One after the other: two questions at once hide each other on phones.
			for (const kind of kinds) opened[kind] = await openOne(kind)
			return opened
		},
	}
}

export const createBrowserDevices = (): Devices => createDevices(navigator.mediaDevices)

function getTrack(stream: MediaStream, kind: DeviceKind): OpenResult {
	const [track] = kind === 'microphone' ? stream.getAudioTracks() : stream.getVideoTracks()
	return track ? ok(track) : { ok: false, failure: 'missing' }
}
