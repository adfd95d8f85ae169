import { m } from '../../../locales/index.ts'
import { AlertDialog } from '../../../ui/overlays/Dialog.tsx'
import type { RoomController } from '../roomController.ts'
import type { JoinedRoom } from '../roomState.ts'

export interface UnmuteQuestionProps {
	room: JoinedRoom
	controller: Pick<RoomController, 'answerUnmute'>
}

/** Asks a participant, for the host, to switch the microphone on; they decide (ROOM-113). */
export function UnmuteQuestion({ room, controller }: UnmuteQuestionProps) {
	return (
		<AlertDialog
			open={room.isAskedToUnmute}
			onClose={() => controller.answerUnmute(false)}
			title={m.room_unmute_asked()}
			confirm={{ label: m.room_unmute_accept(), onConfirm: () => controller.answerUnmute(true) }}
			cancel={{ label: m.room_unmute_decline() }}
		/>
	)
}
