import { m } from '../../../locales/index.ts'
import { AlertDialog } from '../../../ui/overlays/Dialog.tsx'
import type { RoomController } from '../roomController.ts'
import type { JoinedRoom } from '../roomState.ts'

export interface ReclaimHostDialogProps {
	room: JoinedRoom
	open: boolean
	onOpenChange: (open: boolean) => void
	controller: Pick<RoomController, 'reclaimHost'>
}

/** Asks the owner of the meeting before they become its host again, for which they need no password (ROOM-199). */
export function ReclaimHostDialog({ room, open, onOpenChange, controller }: ReclaimHostDialogProps) {
	const host = room.people.find(({ role }) => role === 'host')
	return (
		<AlertDialog
			open={open}
			onClose={() => onOpenChange(false)}
			title={m.room_reclaim_title()}
			text={host ? m.room_reclaim_text({ name: host.name }) : m.room_reclaim_text_free()}
			confirm={{
				label: m.room_reclaim_confirm(),
				onConfirm() {
					if (open) controller.reclaimHost()
					onOpenChange(false)
				},
			}}
			cancel={{ label: m.room_cancel() }}
		/>
	)
}
