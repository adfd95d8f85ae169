import { m } from '../../locales/index.ts'
import { AlertDialog } from '../../ui/dialog.ts'
import { removalQuestions } from './removalQuestions.ts'
import type { Removing } from './useRemoval.ts'

export interface RemovalDialogProps {
	removing: Extract<Removing, { at: 'asked' | 'working' }>
	onConfirm(): void
	onCancel(): void
}

/** Asks before a meeting ends or goes, in the words for how it stands (DEL-03). */
export function RemovalDialog({ removing: { at, meeting, removal }, onConfirm, onCancel }: RemovalDialogProps) {
	const [question, consequence] = removalQuestions[removal.asks]
	const ends = removal.act === 'end'
	return (
		<AlertDialog
			open
			onClose={onCancel}
			title={question()}
			text={
				<>
					<strong>{meeting.topic}</strong>
					<br />
					{consequence()}
				</>
			}
			confirm={{
				label: ends ? m.meeting_end() : m.meeting_delete(),
				destructive: true,
				loading: at === 'working' && (ends ? m.meeting_ending() : m.meeting_deleting()),
				onConfirm,
			}}
			cancel={{ label: m.common_cancel() }}
		/>
	)
}
