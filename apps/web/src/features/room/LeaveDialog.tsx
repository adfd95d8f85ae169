import { m } from '../../locales/index.ts'
import { Button } from '../../ui/index.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'

export interface LeaveDialogProps {
	open: boolean
	onOpenChange: (open: boolean) => void
	onLeave: () => void
	onEnd: () => void
}

/** For the host alone: leave, or end the meeting for everybody. */
export function LeaveDialog({ open, onOpenChange, onLeave, onEnd }: LeaveDialogProps) {
	return (
		<Dialog
			open={open}
			onOpenChange={onOpenChange}
			title={m.room_leave_title()}
			text={m.room_leave_text()}
			actions={
				<>
					<Button kind="destructive" block onClick={onEnd}>
						{m.room_end()}
					</Button>
					<Button kind="secondary" block onClick={onLeave}>
						{m.room_leave_only()}
					</Button>
					<Button kind="quiet" block onClick={() => onOpenChange(false)}>
						{m.room_cancel()}
					</Button>
				</>
			}
		/>
	)
}
