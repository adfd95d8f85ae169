import { ok, type Result } from '@parley/core'
import { type DeviceError, type MediaDevicesApi, toDeviceError } from './devices.ts'

/** A camera to scan codes with: the rear one, if several exist. */
export interface ScanCamera {
	stream: MediaStream
	/** Switches the light and resolves to whether it is on; undefined if the camera has none. */
	torch?: (on: boolean) => Promise<boolean>
	stop(): void
}

/** `ideal`, because a laptop has only a front camera. */
const constraints: MediaStreamConstraints = {
	video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
}

type TorchCapabilities = { torch?: boolean }

export async function openScanCamera(
	access: MediaDevicesApi | undefined = navigator.mediaDevices,
): Promise<Result<ScanCamera, DeviceError>> {
	if (!access) return { ok: false, failure: 'insecure' }
	try {
		const stream = await access.getUserMedia(constraints)
		const [track] = stream.getVideoTracks()
		if (!track) return { ok: false, failure: 'missing' }
		const camera: ScanCamera = { stream, stop: () => track.stop() }
		if ((track.getCapabilities?.() as TorchCapabilities | undefined)?.torch) camera.torch = on => switchTorch(track, on)
		return ok(camera)
	} catch (error) {
		return { ok: false, failure: toDeviceError(error) }
	}
}

/** Some cameras report a light and then refuse to switch it. */
const switchTorch = (track: MediaStreamTrack, on: boolean): Promise<boolean> =>
	track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] }).then(
		() => on,
		() => !on,
	)
