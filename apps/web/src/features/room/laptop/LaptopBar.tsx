import { Keyboard, UserPlus, Users } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { Button } from '../../../ui/index.ts'
import { OverlayControl } from '../Controls.tsx'
import { type JoinedRoom, mayDo } from '../roomState.ts'
import styles from './LaptopBar.module.css'

/** At the left end of the bar: the time of day, and the invitation. */
export const BarStart = ({ onInvite }: { onInvite?: (() => void) | undefined }) => (
	<div className={styles.start}>
		<TimeOfDay />
		{onInvite && (
			<Button kind="quiet" icon={<UserPlus />} className={styles.invite} aria-haspopup="dialog" onClick={onInvite}>
				{m.room_invite()}
			</Button>
		)}
	</div>
)

export interface BarEndProps {
	room: JoinedRoom
	isPeopleOpen: boolean
	onPeople: () => void
	onKeys: () => void
	/** The control of the chat. */
	children: ReactNode
}

/** At the right end of the bar, below the panel: people, chat, and the list of keys. */
export function BarEnd({ room, isPeopleOpen, onPeople, onKeys, children }: BarEndProps) {
	const count = room.people.length
	const waiting = mayDo(room, 'admit-people') ? (room.waiting?.count ?? 0) : 0
	return (
		<div className={styles.end}>
			<OverlayControl
				label={m.room_people()}
				icon={
					<>
						<Users />
						<span className={styles.count}>{count}</span>
					</>
				}
				name={waiting > 0 ? m.waiting_people_counted({ count, waiting }) : m.room_people_counted({ count })}
				shortcut="P"
				isPanel
				expanded={isPeopleOpen}
				onPress={onPeople}
			>
				{waiting > 0 && (
					<span className={styles.waiting} aria-hidden="true">
						{waiting}
					</span>
				)}
			</OverlayControl>
			{children}
			<OverlayControl label={m.room_keys_title()} icon={<Keyboard />} shortcut="?" onPress={onKeys} />
		</div>
	)
}

const secondMs = 1_000
const timeOfDay = () => new Date().toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })

function TimeOfDay() {
	const [time, setTime] = useState(timeOfDay)
	useEffect(() => {
		const timer = setInterval(() => setTime(timeOfDay()), secondMs)
		return () => clearInterval(timer)
	}, [])
	return <time className={styles.time}>{time}</time>
}
