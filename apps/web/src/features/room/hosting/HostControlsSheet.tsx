import {
	Hand,
	Lock,
	MessageSquareText,
	Mic,
	MicOff,
	MonitorSmartphone,
	MonitorUp,
	Paperclip,
	Pencil,
	PhoneOff,
} from 'lucide-react'
import { useEffect } from 'react'
import { m } from '../../../locales/index.ts'
import { ListRow, SwitchRow } from '../../../ui/index.ts'
import { AnchoredSheet } from '../../../ui/overlays/AnchoredSheet.tsx'
import { useSite } from '../../site/index.ts'
import type { RoomController } from '../roomController.ts'
import { getHandPlaces, type JoinedRoom, mayDo } from '../roomState.ts'
import styles from './HostControlsSheet.module.css'

export interface HostControlsSheetProps {
	room: JoinedRoom
	open: boolean
	onOpenChange: (open: boolean) => void
	/** The button that opens it. */
	anchor?: Element | undefined
	controller: RoomController
	/** Asks before all are muted. */
	onMuteAll: () => void
}

const permissionRows = [
	{ permission: 'share', label: m.room_may_share, icon: <MonitorUp /> },
	{ permission: 'write', label: m.room_may_write, icon: <MessageSquareText /> },
	{ permission: 'files', label: m.room_may_files, icon: <Paperclip /> },
	{ permission: 'unmute', label: m.room_may_unmute, icon: <Mic /> },
	{ permission: 'rename', label: m.room_may_rename, icon: <Pencil /> },
	{ permission: 'transfer', label: m.room_may_transfer, icon: <MonitorSmartphone /> },
] as const

/** Everything that concerns all participants; it closes for a person who no longer runs the meeting. */
export function HostControlsSheet({ room, open, onOpenChange, anchor, controller, onMuteAll }: HostControlsSheetProps) {
	const handCount = getHandPlaces(room).size
	const mayControl = mayDo(room, 'set-permissions')
	const takesFiles = useSite(({ info }) => info?.chatFiles ?? false)
	const rows = permissionRows.filter(({ permission }) => permission !== 'files' || takesFiles)
	useEffect(() => {
		// A person who runs the meeting again later opens it themselves.
		if (open && !mayControl) onOpenChange(false)
	}, [open, mayControl, onOpenChange])
	return (
		<AnchoredSheet
			open={open && mayControl}
			onOpenChange={onOpenChange}
			title={m.room_host_controls()}
			closeLabel={m.room_close()}
			anchor={anchor}
			width={372}
		>
			<div className={styles.group}>
				<ListRow acts className={styles.row ?? ''} label={m.room_mute_all()} icon={<MicOff />} onPress={onMuteAll} />
				<ListRow
					acts
					className={styles.row ?? ''}
					label={m.room_lower_hands()}
					icon={<Hand />}
					value={handCount > 0 ? handCount : undefined}
					disabled={handCount === 0}
					onPress={controller.lowerHands}
				/>
				<SwitchRow
					flush
					className={styles.row}
					icon={<Lock />}
					label={m.room_lock()}
					note={m.room_lock_note()}
					checked={room.isLocked}
					onChange={event => controller.setLocked(event.target.checked)}
				/>
			</div>
			<fieldset className={styles.group}>
				<legend className={styles.legend}>{m.room_may()}</legend>
				{rows.map(({ permission, label, icon }) => (
					<SwitchRow
						key={permission}
						flush
						className={styles.row}
						icon={icon}
						label={label()}
						checked={room.permissions[permission]}
						onChange={event => controller.setPermissions({ [permission]: event.target.checked })}
					/>
				))}
			</fieldset>
			{mayDo(room, 'end-meeting') && (
				<ListRow
					className={styles.row ?? ''}
					tone="destructive"
					label={m.room_end()}
					icon={<PhoneOff />}
					onPress={() => {
						onOpenChange(false)
						controller.endMeeting()
					}}
				/>
			)}
		</AnchoredSheet>
	)
}
