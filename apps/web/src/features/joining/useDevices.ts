import { useState } from 'react'
import { storage } from '../../storage/index.ts'

/** Camera and microphone as somebody wants them on the way in; off until switched on (JOIN-04, JOIN-05). */
export function useDevicePreferences() {
	const [audio, setAudio] = useState(() => storage.isDeviceOn('microphone'))
	const [video, setVideo] = useState(() => storage.isDeviceOn('camera'))
	return {
		audio,
		video,
		turnAudio(on: boolean) {
			storage.setDeviceOn('microphone', on)
			setAudio(on)
		},
		turnVideo(on: boolean) {
			storage.setDeviceOn('camera', on)
			setVideo(on)
		},
	}
}

export type DevicePreferences = ReturnType<typeof useDevicePreferences>
