import { formatMegabytes } from '@parley/core'
import { useEffect, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { SwitchRow } from '../../../ui/index.ts'
import { AnchoredSheet } from '../../../ui/overlays/AnchoredSheet.tsx'
import type { RoomController } from '../roomController.ts'
import { getOwnQuality, type JoinedRoom } from '../roomState.ts'
import styles from './NetworkSheet.module.css'
import { QualityIcon, qualityNames } from './QualityIcon.tsx'

const refreshMs = 2_000

const explanations = {
	good: m.room_quality_good_text,
	fair: m.room_quality_fair_text,
	poor: m.room_quality_poor_text,
}

export interface NetworkSheetProps {
	room: JoinedRoom
	open: boolean
	onOpenChange: (open: boolean) => void
	/** The button that opens it. */
	anchor?: Element | undefined
	controller: Pick<RoomController, 'setSoundOnly' | 'countBytes'>
}

/** The own line: how well it carries the meeting, what it has carried, and how to save data (ROOM-88). */
export function NetworkSheet({ room, open, onOpenChange, anchor, controller }: NetworkSheetProps) {
	const quality = getOwnQuality(room)
	return (
		<AnchoredSheet
			open={open}
			onOpenChange={onOpenChange}
			title={m.room_network()}
			closeLabel={m.room_close()}
			anchor={anchor}
		>
			<p className={styles.quality}>
				<QualityIcon quality={quality} />
				<span className={styles.name} aria-hidden="true">
					{qualityNames[quality]()}
				</span>
				<span className={styles.explanation}>{explanations[quality]()}</span>
			</p>
			<SwitchRow
				flush
				label={m.room_sound_only()}
				note={m.room_sound_only_note()}
				checked={room.isSoundOnly}
				onChange={event => controller.setSoundOnly(event.target.checked)}
			/>
			{open && <DataUsed countBytes={controller.countBytes} />}
		</AnchoredSheet>
	)
}

function DataUsed({ countBytes }: Pick<RoomController, 'countBytes'>) {
	const [bytes, setBytes] = useState<number>()
	useEffect(() => {
		let isShown = true
		const refresh = () =>
			void countBytes().then(counted => {
				if (isShown) setBytes(counted)
			})
		refresh()
		const timer = setInterval(refresh, refreshMs)
		return () => {
			isShown = false
			clearInterval(timer)
		}
	}, [countBytes])
	return (
		<p className={styles.data}>
			<span>{m.room_data_used()}</span>
			<span className={styles.amount}>{bytes === undefined ? '' : formatMegabytes(bytes)}</span>
		</p>
	)
}
