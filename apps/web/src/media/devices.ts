import { ok, type Result } from '@parley/core'
import { cameraLimits } from '@parley/room'

export type DeviceKind = 'microphone' | 'camera'

/** Why a device cannot be opened, by what its owner can do about it. */
export type DeviceError = 'denied' | 'missing' | 'busy' | 'insecure' | 'failed'

export type OpenResult = Result<MediaStreamTrack, DeviceError>

/** The part of `navigator.mediaDevices` that is needed; undefined in an insecure context. */
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

/** Translates the error of `getUserMedia`, by its standard name or the one of an older browser. */
export const toDeviceError = (error: unknown): DeviceError =>
	deviceErrors[(error as Error | undefined)?.name ?? ''] ?? 'failed'

const { width, height, frameRate } = cameraLimits
const constraints: Record<DeviceKind, MediaStreamConstraints> = {
	microphone: { audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true } },
	// `ideal`, not `exact`: a camera that can only do more would be "not found". The sender enforces the limits.
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
	/** Opens one or both, with a single permission prompt where the browser allows that. */
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

	/** Both at once; undefined where that fails and each has to be opened alone to learn which one is the problem. */
	async function openBoth(): Promise<Record<DeviceKind, OpenResult> | undefined> {
		try {
			const stream = await mediaDevices?.getUserMedia({ ...constraints.microphone, ...constraints.camera })
			return stream && { microphone: getTrack(stream, 'microphone'), camera: getTrack(stream, 'camera') }
		} catch (error) {
			const failure = toDeviceError(error)
			// Opening them one by one would only prompt again.
			if (failure === 'denied') return { microphone: { ok: false, failure }, camera: { ok: false, failure } }
			return undefined
		}
	}

	return {
		async open(kinds) {
			const both = kinds.length > 1 ? await openBoth() : undefined
			if (both) return both
			const opened: Partial<Record<DeviceKind, OpenResult>> = {}
			// One after the other: on phones two prompts at once cover each other.
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
