import { useRef } from 'react'
import { m } from '../../../locales/index.ts'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import type { RoomController } from '../roomController.ts'
import type { JoinedRoom } from '../roomState.ts'
import styles from './RecordingQuestion.module.css'

export interface RecordingQuestionProps {
	room: JoinedRoom
	controller: Pick<RoomController, 'agreeToRecording' | 'leave'>
}

/** Where the site asks for consent: whoever is recorded agrees, or leaves (ROOM-153). */
export function RecordingQuestion({ room, controller }: RecordingQuestionProps) {
	// A key that somebody is typing at this moment answers nothing.
	const text = useRef<HTMLParagraphElement>(null)
	return (
		<Dialog
			open={room.recording?.asksConsent ?? false}
			// Only the buttons answer.
			onOpenChange={() => {}}
			needsAnswer
			title={m.recording_ask_title()}
			initialFocus={text}
			cancel={{ label: m.recording_ask_leave(), onPress: controller.leave }}
			confirm={{ label: m.recording_ask_agree(), onPress: controller.agreeToRecording }}
		>
			<p ref={text} tabIndex={-1} className={styles.text}>
				{m.recording_ask_text({ name: room.recording?.by ?? '' })}
			</p>
		</Dialog>
	)
}
