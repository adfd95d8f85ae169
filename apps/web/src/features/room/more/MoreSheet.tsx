import { Hand, MonitorUp, MonitorX } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../../../locales/index.ts'
import { Button, useIsLaptop } from '../../../ui/index.ts'
import { AnchoredSheet } from '../../../ui/overlays/AnchoredSheet.tsx'
import type { RoomController } from '../roomController.ts'
import { getHandPlaces, type JoinedRoom } from '../roomState.ts'
import { useCanShareScreen } from '../screenShell.ts'
import styles from './MoreSheet.module.css'
import { MoreTile } from './MoreTile.tsx'
import { ReactionButtons } from './ReactionButtons.tsx'

export interface MoreSheetProps {
	room: JoinedRoom
	controller: Pick<RoomController, 'react' | 'raiseHand' | 'toggleScreen'>
	open: boolean
	onOpenChange: (open: boolean) => void
	/** The button that opens it. */
	anchor?: Element | undefined
	/** Tiles of the screen, which close the sheet by opening something else. */
	children: ReactNode
}

/** The actions that are less frequent than speaking and leaving: reactions, the hand, and tiles (ROOM-102). */
export function MoreSheet({ room, controller, open, onOpenChange, anchor, children }: MoreSheetProps) {
	const isLaptop = useIsLaptop()
	const canShare = useCanShareScreen()
	const place = getHandPlaces(room).get(room.self)
	const isRaised = place !== undefined
	// Another press gives up a screen that is being chosen.
	const isSharing = room.ownScreen !== 'off'

	/** Closes the sheet, so that the person sees what happens. */
	const closeAnd = (act: () => void) => () => {
		onOpenChange(false)
		act()
	}

	return (
		<AnchoredSheet
			open={open}
			onOpenChange={onOpenChange}
			title={m.room_more()}
			closeLabel={m.room_close()}
			anchor={anchor}
		>
			{/* A laptop has them on its bar. */}
			{!isLaptop && (
				<>
					<ReactionButtons onReact={reaction => closeAnd(() => controller.react(reaction))()} />
					<Button
						block
						icon={<Hand />}
						aria-pressed={isRaised}
						className={isRaised ? styles.raised : undefined}
						onClick={closeAnd(() => controller.raiseHand(!isRaised))}
					>
						{isRaised ? m.room_hand_lower_own({ place }) : m.room_hand_raise()}
					</Button>
				</>
			)}
			<div className={styles.tiles}>
				{!isLaptop && canShare && (
					<MoreTile
						icon={isSharing ? <MonitorX /> : <MonitorUp />}
						label={isSharing ? m.room_screen_stop() : m.room_screen_share()}
						onPress={closeAnd(controller.toggleScreen)}
					/>
				)}
				{children}
			</div>
			{!canShare && (
				<p className={styles.note}>
					<MonitorX aria-hidden="true" />
					{m.room_screen_unsupported()}
				</p>
			)}
		</AnchoredSheet>
	)
}
