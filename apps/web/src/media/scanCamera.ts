import { ok, type Result } from '@parley/core'
import { type DeviceAccess, type DeviceFault, faultOf } from './devices.ts'

/** A camera that reads codes: the one that looks away from the person, where there is a choice. */
export interface ScanCamera {
	stream: MediaStream
	/** Switches its light; missing where it has none. Tells whether it is on now. */
	torch?: (on: boolean) => Promise<boolean>
	stop(): void
}

/** A wish, not a demand: a laptop has only the one that looks at its owner. */
const wanted: MediaStreamConstraints = {
	video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
}

type Torch = { torch?: boolean }

export async function openScanCamera(
	access: DeviceAccess | undefined = navigator.mediaDevices,
): Promise<Result<ScanCamera, DeviceFault>> {
	if (!access) return { ok: false, failure: 'insecure' }
	try {
		const stream = await access.getUserMedia(wanted)
		const [track] = stream.getVideoTracks()
		if (!track) return { ok: false, failure: 'missing' }
		const camera: ScanCamera = { stream, stop: () => track.stop() }
		if ((track.getCapabilities?.() as Torch | undefined)?.torch) camera.torch = on => shine(track, on)
		return ok(camera)
	} catch (error) {
		return { ok: false, failure: faultOf(error) }
	}
}

/** Some cameras say they have a light and then refuse to switch it. */
const shine = (track: MediaStreamTrack, on: boolean): Promise<boolean> =>
	track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] }).then(
		() => on,
		() => !on,
	)
