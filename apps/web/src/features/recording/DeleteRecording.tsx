import type { RecordingId } from '@parley/api'
import { m } from '../../locales/index.ts'
import { toast, useAction } from '../../ui/index.ts'
import { AlertDialog } from '../../ui/overlays/Dialog.tsx'
import { deleteRecording } from './recordingActions.ts'

export interface DeleteRecordingProps {
	id: RecordingId
	onClose(): void
	onDeleted(): void
}

/** Asks before a recording is deleted for everyone. */
export function DeleteRecording({ id, onClose, onDeleted }: DeleteRecordingProps) {
	const [confirm, isDeleting] = useAction(
		() => deleteRecording(id),
		isDeleted => {
			if (isDeleted) toast.show(m.recording_deleted(), { tone: 'ok' })
			else toast.show(m.recording_delete_failed(), { tone: 'error' })
			onClose()
			if (isDeleted) onDeleted()
		},
	)
	return (
		<AlertDialog
			open
			onClose={() => isDeleting || onClose()}
			title={m.recording_delete_title()}
			text={m.recording_delete_text()}
			confirm={{
				label: m.recording_delete(),
				destructive: true,
				loading: isDeleting && m.recording_delete(),
				onConfirm: () => void confirm(),
			}}
			cancel={{ label: m.common_cancel() }}
		/>
	)
}
