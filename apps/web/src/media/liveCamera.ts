import { ok, type Result } from '@parley/core'
import type { CameraSide } from './deviceChoices.ts'
import { type DeviceError, type MediaDevicesApi, toDeviceError } from './devices.ts'

/** `ideal`, because a laptop has one camera. */
const videoOf = (side: CameraSide): MediaTrackConstraints => ({
	facingMode: { ideal: side },
	width: { ideal: 1280 },
	height: { ideal: 720 },
	frameRate: { ideal: 30 },
})

/** Opens camera and microphone for a broadcast; with `microphone`, that one is kept and only the camera is opened. */
export async function openLiveCamera(
	side: CameraSide,
	microphone?: MediaStreamTrack,
	access: MediaDevicesApi | undefined = navigator.mediaDevices,
): Promise<Result<MediaStream, DeviceError>> {
	if (!access) return { ok: false, failure: 'insecure' }
	try {
		const stream = await access.getUserMedia({ video: videoOf(side), audio: !microphone })
		if (microphone) stream.addTrack(microphone)
		return ok(stream)
	} catch (error) {
		return { ok: false, failure: toDeviceError(error) }
	}
}
