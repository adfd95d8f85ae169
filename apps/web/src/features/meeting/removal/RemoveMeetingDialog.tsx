import type { Meeting } from '@parley/api'
import { delays } from '@parley/core'
import { useState } from 'react'
import { m } from '../../../locales/index.ts'
import { toast, useAction } from '../../../ui/index.ts'
import { AlertDialog } from '../../../ui/overlays/Dialog.tsx'
import { getRemoval, removalQuestions, removeMeeting } from './removal.ts'

export interface RemoveMeetingHandlers {
	onClose(): void
	onRemoved(): void
	/** The page's data is out of date; called after a delay in which the user reads the reason (DEL-05). */
	onOutdated(): void
}

export interface RemoveMeetingDialogProps extends RemoveMeetingHandlers {
	meeting: Meeting
}

/** Asks before a meeting is ended or deleted, by its status and kind (DEL-03). */
export function RemoveMeetingDialog({ onClose, onRemoved, onOutdated, ...props }: RemoveMeetingDialogProps) {
	// The question stays the same while the list is updated.
	const [meeting] = useState(props.meeting)
	const { action, question } = getRemoval(meeting)
	const [title, consequence] = removalQuestions[question]
	const isEnd = action === 'end'

	const [confirm, isRemoving] = useAction(
		async () => {
			const error = await removeMeeting(meeting, action)
			if (error) toast.show(error.message(), { tone: 'error' })
			else toast.show(isEnd ? m.meeting_ended() : m.meeting_deleted(), { tone: 'ok' })
			return error
		},
		error => {
			onClose()
			if (!error) onRemoved()
			else if (error.isOutdated) setTimeout(onOutdated, delays.deleteRefreshMs)
		},
	)

	return (
		<AlertDialog
			open
			onClose={() => isRemoving || onClose()}
			title={title()}
			text={
				<>
					<strong>{meeting.topic}</strong>
					<br />
					{consequence()}
				</>
			}
			confirm={{
				label: isEnd ? m.meeting_end() : m.meeting_delete(),
				destructive: true,
				loading: isRemoving && (isEnd ? m.meeting_ending() : m.meeting_deleting()),
				onConfirm: () => void confirm(),
			}}
			cancel={{ label: m.common_cancel() }}
		/>
	)
}
