import type { EngineName } from '@parley/room'
import { m } from '../../../locales/index.ts'
import { AlertDialog } from '../../../ui/overlays/Dialog.tsx'
import type { RoomController } from '../roomController.ts'

export interface RecordDialogProps {
	open: boolean
	onOpenChange(open: boolean): void
	/** The engine of the meeting, which may change while this is open. */
	engine: EngineName | null
	controller: Pick<RoomController, 'startRecording'>
}

/** Confirms that the meeting is to be recorded, or says why it cannot be (ROOM-253). */
export function RecordDialog({ open, onOpenChange, engine, controller }: RecordDialogProps) {
	const close = () => onOpenChange(false)
	if (engine === 'livekit')
		return (
			<AlertDialog
				open={open}
				onClose={close}
				title={m.recording_impossible_title()}
				text={m.recording_impossible_text()}
				confirm={{ label: m.recording_impossible_understood(), onConfirm: close }}
			/>
		)
	return (
		<AlertDialog
			open={open}
			onClose={close}
			title={m.recording_confirm_title()}
			text={m.recording_confirm_text()}
			confirm={{
				label: m.recording_confirm_start(),
				onConfirm() {
					close()
					controller.startRecording()
				},
			}}
			cancel={{ label: m.room_cancel() }}
		/>
	)
}
