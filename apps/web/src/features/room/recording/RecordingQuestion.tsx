import { useRef } from 'react'
import { m } from '../../../locales/index.ts'
import { Button } from '../../../ui/index.ts'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import type { RoomController } from '../roomController.ts'
import type { JoinedRoom } from '../roomState.ts'

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
			actions={
				<>
					<Button kind="secondary" onClick={controller.leave}>
						{m.recording_ask_leave()}
					</Button>
					<Button kind="primary" onClick={controller.agreeToRecording}>
						{m.recording_ask_agree()}
					</Button>
				</>
			}
		>
			<p ref={text} tabIndex={-1}>
				{m.recording_ask_text({ name: room.recording?.by ?? '' })}
			</p>
		</Dialog>
	)
}
