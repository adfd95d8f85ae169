import { ok, type Result } from '@parley/core'
import { cameraLimits } from '@parley/room'
import { type BlurError, canBlurBackground } from './blur/blurSupport.ts'
import { type DeviceChoices, type DeviceKind, deviceChoices } from './deviceChoices.ts'
import { type DeviceList, findChosen, listDevices } from './deviceList.ts'

/** Why a device cannot be opened, by what its owner can do about it. */
export type DeviceError = 'denied' | 'missing' | 'busy' | 'insecure' | 'failed'

/** Why a device is not open. */
export type OpenError = DeviceError | BlurError

export type OpenResult = Result<MediaStreamTrack, OpenError>

type OpenedDevices = Partial<Record<DeviceKind, OpenResult>>

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

/** The constraints of a device as it was chosen; without `list` of the default one. */
function constraintsOf(kind: DeviceKind, choices: DeviceChoices, list: DeviceList | undefined): MediaStreamConstraints {
	if (kind === 'microphone') {
		const chosen = list && idOf(choices.microphone, list.microphones)
		const { suppressesNoise } = choices
		return { audio: { echoCancellation: true, noiseSuppression: suppressesNoise, autoGainControl: true, ...chosen } }
	}
	const { camera } = choices
	const side = camera && 'side' in camera ? camera.side : 'user'
	const chosen = camera && 'id' in camera && list ? idOf(camera, list.cameras) : undefined
	// `ideal`, not `exact`: a camera that can only do more would be "not found". The sender enforces the limits.
	const size = { width: { ideal: width }, height: { ideal: height }, frameRate: { ideal: frameRate } }
	return { video: { ...(chosen ?? { facingMode: side }), ...size } }
}

/**
 * `exact`, because Chromium prefers the default microphone to an ideal one. Before there is permission no device is listed,
 * and the stored id is all there is.
 */
function idOf(chosen: DeviceChoices['microphone'], list: DeviceList['microphones']) {
	if (!chosen) return undefined
	const id = list.length > 0 ? findChosen(chosen, list)?.id : chosen.id
	return id === undefined ? undefined : { deviceId: { exact: id } }
}

export interface Devices {
	/** Opens one or both, with a single permission prompt where the browser allows that. */
	open(kinds: readonly DeviceKind[]): Promise<OpenedDevices>
}

export interface DevicesDeps {
	mediaDevices: MediaDevicesApi | undefined
	getChoices(): DeviceChoices
	listDevices(): Promise<DeviceList>
	/** Returns the camera with a blurred background; missing where the browser cannot do that. */
	blurCamera?: ((camera: MediaStreamTrack) => Promise<MediaStreamTrack>) | undefined
}

export function createDevices({ mediaDevices, getChoices, listDevices, blurCamera }: DevicesDeps): Devices {
	/** Listing takes time, and is needed only where something was chosen. */
	async function listChosen(choices: DeviceChoices): Promise<DeviceList | undefined> {
		const isListNeeded = choices.microphone !== undefined || (choices.camera && 'id' in choices.camera)
		return isListNeeded ? await listDevices() : undefined
	}

	async function openOne(kind: DeviceKind, constraints: MediaStreamConstraints): Promise<OpenResult> {
		if (!mediaDevices) return { ok: false, failure: 'insecure' }
		try {
			const stream = await mediaDevices.getUserMedia(constraints)
			return getTrack(stream, kind)
		} catch (error) {
			return { ok: false, failure: toDeviceError(error) }
		}
	}

	/** A chosen device that is gone is replaced by the default one, without an error (ROOM-121). */
	async function openChosen(kind: DeviceKind, choices: DeviceChoices, list: DeviceList | undefined) {
		const opened = await openOne(kind, constraintsOf(kind, choices, list))
		const mayFallBack = list && !opened.ok && opened.failure === 'missing'
		return mayFallBack ? openOne(kind, constraintsOf(kind, choices, undefined)) : opened
	}

	/** Both at once; undefined where that fails and each has to be opened alone to learn which one is the problem. */
	async function openBoth(constraints: MediaStreamConstraints): Promise<Record<DeviceKind, OpenResult> | undefined> {
		try {
			const stream = await mediaDevices?.getUserMedia(constraints)
			return stream && { microphone: getTrack(stream, 'microphone'), camera: getTrack(stream, 'camera') }
		} catch (error) {
			const failure = toDeviceError(error)
			// Opening them one by one would only prompt again.
			if (failure === 'denied') return { microphone: { ok: false, failure }, camera: { ok: false, failure } }
			return undefined
		}
	}

	/** Without its blur a camera is not used (ROOM-241). */
	async function blurIfChosen(opened: OpenedDevices, { blursBackground }: DeviceChoices): Promise<OpenedDevices> {
		const { camera } = opened
		if (!blursBackground || !blurCamera || !camera?.ok) return opened
		try {
			return { ...opened, camera: ok(await blurCamera(camera.value)) }
		} catch {
			camera.value.stop()
			return { ...opened, camera: { ok: false, failure: 'blur' } }
		}
	}

	return {
		async open(kinds) {
			const choices = getChoices()
			const list = await listChosen(choices)
			const both =
				kinds.length > 1
					? await openBoth({
							...constraintsOf('microphone', choices, list),
							...constraintsOf('camera', choices, list),
						})
					: undefined
			if (both) return blurIfChosen(both, choices)
			const opened: OpenedDevices = {}
			// One after the other: on phones two prompts at once cover each other.
			for (const kind of kinds) opened[kind] = await openChosen(kind, choices, list)
			return blurIfChosen(opened, choices)
		},
	}
}

export const createBrowserDevices = (): Devices =>
	createDevices({
		mediaDevices: navigator.mediaDevices,
		getChoices: deviceChoices.get,
		listDevices,
		blurCamera: canBlurBackground() ? loadAndBlur : undefined,
	})

/** Its code, and the model, are loaded when the first camera is blurred. */
async function loadAndBlur(camera: MediaStreamTrack): Promise<MediaStreamTrack> {
	const { blurCamera } = await import('./blur/blurredCamera.ts')
	return blurCamera(camera)
}

function getTrack(stream: MediaStream, kind: DeviceKind): OpenResult {
	const [track] = kind === 'microphone' ? stream.getAudioTracks() : stream.getVideoTracks()
	return track ? ok(track) : { ok: false, failure: 'missing' }
}
