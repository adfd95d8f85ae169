import { m } from '../../../locales/index.ts'
import { SwitchRow } from '../../../ui/fields/SwitchRow.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { useCanShareScreen } from '../screenShell.ts'
import styles from './KeysDialog.module.css'
import { type RoomKeyAction, roomKeys, waitingKey } from './roomKeys.ts'

export interface KeysDialogProps {
	open: boolean
	onOpenChange: (open: boolean) => void
	/** This person admits those who wait, and has a key for it. */
	mayAdmit: boolean
	isOn: boolean
	onChange: (isOn: boolean) => void
}

type Row = readonly [key: string, label: string]

const shown = (action: RoomKeyAction): string => roomKeys[action].toUpperCase()

/** The keys of the room, and a switch that turns them off for those who dictate or press keys by accident (ROOM-97). */
export function KeysDialog({ open, onOpenChange, mayAdmit, isOn, onChange }: KeysDialogProps) {
	const canShare = useCanShareScreen()
	const rows: Record<RoomKeyAction | 'waiting', Row | false> = {
		microphone: [shown('microphone'), m.room_microphone()],
		camera: [shown('camera'), m.room_camera()],
		screen: canShare && [shown('screen'), m.room_screen_share()],
		hand: [shown('hand'), m.room_keys_hand()],
		talk: [m.room_keys_space(), m.room_keys_talk()],
		people: [shown('people'), m.room_people()],
		chat: [shown('chat'), m.chat_title()],
		waiting: mayAdmit && [waitingKey.shown, m.room_keys_waiting()],
		layout: [shown('layout'), m.room_layout_speaker()],
		fullscreen: document.fullscreenEnabled && [shown('fullscreen'), m.room_fullscreen()],
		'page-before': ['Page Up', m.room_page_before()],
		'page-after': ['Page Down', m.room_page_after()],
		react: ['R 1–6', m.room_reactions()],
		speaker: [shown('speaker'), m.room_keys_speaker()],
		keys: [shown('keys'), m.room_keys_list()],
	}
	return (
		<Dialog
			open={open}
			onOpenChange={onOpenChange}
			title={m.room_keys_title()}
			confirm={{ label: m.room_keys_close(), onPress: () => onOpenChange(false) }}
		>
			<dl className={styles.keys}>{Object.values(rows).map(row => row && <KeyRow key={row[0]} row={row} />)}</dl>
			<SwitchRow flush label={m.room_keys_use()} checked={isOn} onChange={event => onChange(event.target.checked)} />
		</Dialog>
	)
}

const KeyRow = ({ row: [key, label] }: { row: Row }) => (
	<div className={styles.row}>
		<dt>
			<kbd className={styles.key}>{key}</kbd>
		</dt>
		<dd>{label}</dd>
	</div>
)
