import { useEffect, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { Button } from '../../../ui/index.ts'
import type { RoomController } from '../roomController.ts'
import type { JoinedRoom } from '../roomState.ts'
import styles from './EndingNotice.module.css'

const secondMs = 1_000

export interface EndingNoticeProps {
	room: JoinedRoom
	controller: Pick<RoomController, 'keepMeeting'>
}

/** The announced end of the meeting, which whoever announced it can take back (ROOM-116). */
export function EndingNotice({ room, controller }: EndingNoticeProps) {
	if (!room.ending) return null
	return (
		<div className={styles.ending}>
			<EndingText room={room} />
			{room.ending.isOwn && (
				<Button kind="secondary" onClick={controller.keepMeeting}>
					{m.room_ending_undo()}
				</Button>
			)}
		</div>
	)
}

/** Says that the meeting is about to end; to whoever ended it, in how many seconds. */
export function EndingText({ room: { ending } }: { room: JoinedRoom }) {
	if (!ending) return null
	return ending.isOwn ? <Countdown endsAt={ending.endsAt} /> : <span role="status">{m.room_ending()}</span>
}

function Countdown({ endsAt }: { endsAt: number }) {
	const [now, setNow] = useState(Date.now)
	useEffect(() => {
		const timer = setInterval(() => setNow(Date.now()), secondMs / 2)
		return () => clearInterval(timer)
	}, [])
	const seconds = Math.max(0, Math.ceil((endsAt - now) / secondMs))
	return <span role="timer">{m.room_ending_count({ seconds })}</span>
}
