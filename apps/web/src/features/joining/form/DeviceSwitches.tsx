import { Mic, MicOff, Video, VideoOff } from 'lucide-react'
import { m } from '../../../locales/index.ts'
import { Section, SwitchRow } from '../../../ui/index.ts'
import type { DevicePreferences } from '../useDevices.ts'
import styles from './JoinForm.module.css'

export function DeviceSwitches({ devices: { audio, video, turnAudio, turnVideo } }: { devices: DevicePreferences }) {
	return (
		<div className={styles.devices}>
			<Section title={m.joining_devices()}>
				<SwitchRow
					icon={audio ? <Mic /> : <MicOff />}
					label={m.joining_microphone()}
					checked={audio}
					onChange={event => turnAudio(event.target.checked)}
				/>
				<SwitchRow
					icon={video ? <Video /> : <VideoOff />}
					label={m.joining_camera()}
					checked={video}
					onChange={event => turnVideo(event.target.checked)}
				/>
			</Section>
		</div>
	)
}
