import { Mic, MicOff, Video, VideoOff } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../../locales/index.ts'
import { storage } from '../../../storage/index.ts'
import { Section, SwitchRow } from '../../../ui/index.ts'
import styles from './JoinForm.module.css'

/** Camera and microphone to be on when the meeting is joined; off until switched on (JOIN-04, JOIN-05). */
export function useDevicePreferences() {
	const [audio, setAudio] = useState(() => storage.isDeviceOn('microphone'))
	const [video, setVideo] = useState(() => storage.isDeviceOn('camera'))
	return {
		audio,
		video,
		setAudio(isOn: boolean) {
			storage.setDeviceOn('microphone', isOn)
			setAudio(isOn)
		},
		setVideo(isOn: boolean) {
			storage.setDeviceOn('camera', isOn)
			setVideo(isOn)
		},
	}
}

export type DevicePreferences = ReturnType<typeof useDevicePreferences>

export function DeviceSwitches({ devices: { audio, video, setAudio, setVideo } }: { devices: DevicePreferences }) {
	return (
		<div className={styles.devices}>
			<Section title={m.joining_devices()}>
				<SwitchRow
					icon={audio ? <Mic /> : <MicOff />}
					label={m.joining_microphone()}
					checked={audio}
					onChange={event => setAudio(event.target.checked)}
				/>
				<SwitchRow
					icon={video ? <Video /> : <VideoOff />}
					label={m.joining_camera()}
					checked={video}
					onChange={event => setVideo(event.target.checked)}
				/>
			</Section>
		</div>
	)
}
