import { m } from '../../../locales/index.ts'
import { AlertDialog } from '../../../ui/overlays/Dialog.tsx'
import type { RoomController } from '../roomController.ts'

export interface StopRecordingDialogProps {
	open: boolean
	onOpenChange(open: boolean): void
	controller: Pick<RoomController, 'stopRecording'>
}

/** Confirms that the recording is to stop: what is said afterwards is lost (ROOM-150). */
export function StopRecordingDialog({ open, onOpenChange, controller }: StopRecordingDialogProps) {
	const close = () => onOpenChange(false)
	return (
		<AlertDialog
			open={open}
			onClose={close}
			title={m.recording_stop_title()}
			text={m.recording_stop_text()}
			confirm={{
				label: m.recording_stop(),
				destructive: true,
				onConfirm() {
					close()
					controller.stopRecording()
				},
			}}
			cancel={{ label: m.recording_stop_keep() }}
		/>
	)
}
