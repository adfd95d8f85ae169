import { useRef } from 'react'
import { m } from '../../locales/index.ts'
import { Button } from '../../ui/index.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'

export interface LeaveDialogProps {
	open: boolean
	onOpenChange: (open: boolean) => void
	/** Offers to end the meeting for everyone too. */
	host: boolean
	/** Offers to keep the call while other screens are shown: on navigating back, not on leaving. */
	keep?: { label: string; onKeep: () => void } | undefined
	onLeave: () => void
	onEnd: () => void
}

/** Confirms leaving, with the options to keep the call and to end the meeting for everyone (ROOM-78). */
export function LeaveDialog({ open, onOpenChange, host, keep, onLeave, onEnd }: LeaveDialogProps) {
	// The initial focus changes nothing: a key pressed twice neither leaves nor ends the meeting.
	const first = useRef<HTMLButtonElement>(null)
	return (
		<Dialog
			open={open}
			onOpenChange={onOpenChange}
			title={m.room_leave_title()}
			initialFocus={first}
			text={keep ? m.room_back_text() : m.room_leave_text()}
			choices={
				<>
					{keep && (
						<Button ref={first} kind="primary" size="large" block onClick={keep.onKeep}>
							{keep.label}
						</Button>
					)}
					{host && (
						<Button
							kind="destructive"
							size="large"
							block
							onClick={() => {
								onOpenChange(false)
								onEnd()
							}}
						>
							{m.room_end()}
						</Button>
					)}
					<Button kind="secondary" size="large" block onClick={onLeave}>
						{host ? m.room_leave_only() : m.room_leave_now()}
					</Button>
					<Button {...(!keep && { ref: first })} kind="quiet" size="large" block onClick={() => onOpenChange(false)}>
						{m.room_cancel()}
					</Button>
				</>
			}
		/>
	)
}
