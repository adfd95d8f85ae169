import type { Meeting } from '@parley/api'
import { useState } from 'react'
import { m } from '../../../locales/index.ts'
import { AlertDialog } from '../../../ui/dialog.ts'
import { getRemoval } from './removal.ts'
import { removalQuestions } from './removalQuestions.ts'
import { type RemovalHandlers, useRemoval } from './useRemoval.ts'

export interface RemovalDialogProps extends RemovalHandlers {
	meeting: Meeting
}

/** Asks before a meeting ends or goes, in the words for how it stands (DEL-03). */
export function RemovalDialog({ meeting: asked, ...handlers }: RemovalDialogProps) {
	// What was asked stays asked, whatever the list learns meanwhile.
	const [meeting] = useState(asked)
	const removal = getRemoval(meeting)
	const { isWorking, confirm } = useRemoval(meeting, removal, handlers)
	const [question, consequence] = removalQuestions[removal.question]
	const ends = removal.action === 'end'
	return (
		<AlertDialog
			open
			onClose={() => isWorking || handlers.onClose()}
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
				loading: isWorking && (ends ? m.meeting_ending() : m.meeting_deleting()),
				onConfirm: confirm,
			}}
			cancel={{ label: m.common_cancel() }}
		/>
	)
}
