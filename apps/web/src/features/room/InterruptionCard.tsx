import { CameraOff, HeadphoneOff, MicOff, VolumeOff } from 'lucide-react'
import { m } from '../../locales/index.ts'
import { Button } from '../../ui/index.ts'
import styles from './InterruptionCard.module.css'
import type { RoomController } from './roomController.ts'
import { getInterruption, type Interruption, type JoinedRoom } from './roomState.ts'

interface InterruptionView {
	icon: typeof MicOff
	title: () => string
	text: () => string
	remedy: () => string
}

const views = {
	'microphone-muted': {
		icon: MicOff,
		title: m.interruption_microphone,
		text: m.interruption_microphone_text,
		remedy: m.interruption_microphone_resume,
	},
	'camera-muted': {
		icon: CameraOff,
		title: m.interruption_camera,
		text: m.interruption_camera_text,
		remedy: m.interruption_camera_resume,
	},
	'headset-gone': {
		icon: HeadphoneOff,
		title: m.interruption_headset,
		text: m.interruption_headset_text,
		remedy: m.interruption_headset_speaker,
	},
	'output-dead': {
		icon: VolumeOff,
		title: m.interruption_output,
		text: m.interruption_output_text,
		remedy: m.interruption_output_restart,
	},
} satisfies Record<Interruption, InterruptionView>

export const interruptionTitle = (interruption: Interruption): string => views[interruption].title()

interface InterruptionCardProps {
	room: Pick<JoinedRoom, 'interruptions'>
	controller: Pick<RoomController, 'resolveInterruption'>
}

/** Names what the system has interrupted, above the controls, with one tap to remedy it (ROOM-200 to 202). */
export function InterruptionCard({ room, controller }: InterruptionCardProps) {
	const interruption = getInterruption(room)
	if (!interruption) return null
	const { icon: Icon, title, text, remedy } = views[interruption]
	return (
		<div className={styles.card} role="alert">
			<Icon aria-hidden="true" />
			<div className={styles.words}>
				<p className={styles.title}>{title()}</p>
				<p className={styles.text}>{text()}</p>
			</div>
			<Button kind="primary" onClick={() => controller.resolveInterruption(interruption)}>
				{remedy()}
			</Button>
		</div>
	)
}
