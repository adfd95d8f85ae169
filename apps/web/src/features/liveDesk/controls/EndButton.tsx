import type { MeetingId } from '@parley/core'
import { useState } from 'react'
import { m } from '../../../locales/index.ts'
import { Button, type ButtonProps, lazyComponent, toast, useAction } from '../../../ui/index.ts'
import { daysLabel } from '../state/daysLabel.ts'
import { controlBroadcast } from '../state/deskActions.ts'

const AlertDialog = lazyComponent(async () => (await import('../../../ui/overlays/Dialog.tsx')).AlertDialog, {
	overlay: true,
})

export interface EndButtonProps extends Pick<ButtonProps, 'size' | 'block' | 'className'> {
	meetingId: MeetingId
	/** Days a recording will be kept; missing if there will be none. */
	recordingDays: number | undefined
	/** The state has to be requested again. */
	onDone(): Promise<void>
	/** Reports why it was not ended. Default: a toast. */
	onError?(error: string | undefined): void
}

const showError = (error: string | undefined) => error !== undefined && toast.show(error, { tone: 'error' })

/** Ends the live, after a confirmation. */
export function EndButton({ meetingId, recordingDays, onDone, onError = showError, ...look }: EndButtonProps) {
	const [isAsking, setAsking] = useState(false)
	const [end, isEnding] = useAction(
		async () => {
			onError(await controlBroadcast('end', meetingId))
			// A refusal often means that this view is out of date.
			await onDone()
		},
		() => setAsking(false),
	)
	return (
		<>
			<Button kind="destructive" {...look} onClick={() => setAsking(true)}>
				{m.desk_end()}
			</Button>
			<AlertDialog
				open={isAsking}
				onClose={() => isEnding || setAsking(false)}
				title={m.desk_end_title()}
				text={
					recordingDays === undefined ? m.desk_end_text() : m.desk_end_text_recorded({ days: daysLabel(recordingDays) })
				}
				confirm={{
					label: m.desk_end(),
					destructive: true,
					loading: isEnding && m.desk_working(),
					onConfirm: () => void end(),
				}}
				cancel={{ label: m.common_cancel() }}
			/>
		</>
	)
}
