import { m } from '../../../locales/index.ts'
import { SwitchRow } from '../../../ui/fields/SwitchRow.tsx'
import { Button } from '../../../ui/index.ts'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { useCanShareScreen } from '../screenShell.ts'
import styles from './KeysDialog.module.css'

export interface KeysDialogProps {
	open: boolean
	onOpenChange: (open: boolean) => void
	isOn: boolean
	onChange: (isOn: boolean) => void
}

/** The keys of the room, and a switch that turns them off for those who dictate or press keys by accident (ROOM-97). */
export function KeysDialog({ open, onOpenChange, isOn, onChange }: KeysDialogProps) {
	const canShare = useCanShareScreen()
	const rows = [
		['M', m.room_microphone()],
		['V', m.room_camera()],
		...(canShare ? [['S', m.room_screen_share()] as const] : []),
		['H', m.room_keys_hand()],
		[m.room_keys_space(), m.room_keys_talk()],
		['P', m.room_people()],
		['C', m.chat_title()],
		['L', m.room_layout_speaker()],
		...(document.fullscreenEnabled ? [['F', m.room_fullscreen()] as const] : []),
		['Page Up / Down', m.room_keys_pages()],
		['R 1–6', m.room_reactions()],
		['W', m.room_keys_speaker()],
		['?', m.room_keys_list()],
	] as const
	return (
		<Dialog
			open={open}
			onOpenChange={onOpenChange}
			title={m.room_keys_title()}
			actions={
				<Button kind="primary" size="large" block onClick={() => onOpenChange(false)}>
					{m.room_keys_close()}
				</Button>
			}
		>
			<dl className={styles.keys}>
				{rows.map(([key, label]) => (
					<div key={key} className={styles.row}>
						<dt>
							<kbd className={styles.key}>{key}</kbd>
						</dt>
						<dd>{label}</dd>
					</div>
				))}
			</dl>
			<SwitchRow flush label={m.room_keys_use()} checked={isOn} onChange={event => onChange(event.target.checked)} />
		</Dialog>
	)
}
