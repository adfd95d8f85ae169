import { useState } from 'react'
import { storage } from '../../storage/index.ts'

/** Camera and microphone as somebody wants them on the way in; off until switched on (JOIN-04, JOIN-05). */
export function useDevices() {
	const [audio, setAudio] = useState(() => storage.isOn('microphone'))
	const [video, setVideo] = useState(() => storage.isOn('camera'))
	return {
		audio,
		video,
		turnAudio(on: boolean) {
			storage.turn('microphone', on)
			setAudio(on)
		},
		turnVideo(on: boolean) {
			storage.turn('camera', on)
			setVideo(on)
		},
	}
}

export type Devices = ReturnType<typeof useDevices>
