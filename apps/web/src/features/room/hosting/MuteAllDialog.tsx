import { useState } from 'react'
import { m } from '../../../locales/index.ts'
import { SwitchRow } from '../../../ui/index.ts'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import type { RoomController } from '../roomController.ts'
import type { JoinedRoom } from '../roomState.ts'

export interface MuteAllDialogProps {
	room: Pick<JoinedRoom, 'permissions'>
	open: boolean
	onOpenChange: (open: boolean) => void
	controller: Pick<RoomController, 'muteAll'>
}

/** Asks before all members and guests are muted, and whether they may unmute themselves (ROOM-119). */
export function MuteAllDialog({ room, open, onOpenChange, controller }: MuteAllDialogProps) {
	const { unmute } = room.permissions
	const [mayUnmute, setMayUnmute] = useState(unmute)
	const [wasOpen, setWasOpen] = useState(open)
	if (open !== wasOpen) {
		setWasOpen(open)
		if (open) setMayUnmute(unmute)
	}
	const close = () => onOpenChange(false)
	return (
		<Dialog
			open={open}
			onOpenChange={onOpenChange}
			title={m.room_mute_all_title()}
			text={m.room_mute_all_text()}
			cancel={{ label: m.room_cancel(), onPress: close }}
			confirm={{
				label: m.room_mute_all(),
				onPress() {
					close()
					controller.muteAll(mayUnmute)
				},
			}}
		>
			<SwitchRow
				flush
				label={m.room_mute_all_may_unmute()}
				checked={mayUnmute}
				onChange={event => setMayUnmute(event.target.checked)}
			/>
		</Dialog>
	)
}
