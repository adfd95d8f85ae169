import { m } from '../../../locales/index.ts'
import { AnchoredSheet } from '../../../ui/overlays/AnchoredSheet.tsx'
import type { RoomController } from '../roomController.ts'
import { ReactionButtons } from './ReactionButtons.tsx'

export interface ReactionsSheetProps {
	controller: Pick<RoomController, 'react'>
	open: boolean
	onOpenChange: (open: boolean) => void
	/** The button that opens it. */
	anchor: Element | undefined
}

/** The reactions at their control, which laptops have (ROOM-186). */
export const ReactionsSheet = ({ controller, open, onOpenChange, anchor }: ReactionsSheetProps) => (
	<AnchoredSheet
		open={open}
		onOpenChange={onOpenChange}
		title={m.room_reactions()}
		closeLabel={m.room_close()}
		anchor={anchor}
		width={372}
	>
		<ReactionButtons
			onReact={reaction => {
				onOpenChange(false)
				controller.react(reaction)
			}}
		/>
	</AnchoredSheet>
)
