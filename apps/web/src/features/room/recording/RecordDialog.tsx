import { m } from '../../../locales/index.ts'
import { AlertDialog } from '../../../ui/overlays/Dialog.tsx'
import type { RoomController } from '../roomController.ts'

export interface RecordDialogProps {
	open: boolean
	onOpenChange(open: boolean): void
	controller: Pick<RoomController, 'startRecording'>
}

/** Confirms that the meeting is to be recorded. */
export function RecordDialog({ open, onOpenChange, controller }: RecordDialogProps) {
	const close = () => onOpenChange(false)
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
