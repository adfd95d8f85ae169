import { ChartColumn, X } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../../locales/index.ts'
import { Button, IconButton } from '../../../ui/index.ts'
import type { JoinedRoom } from '../roomState.ts'
import styles from './PollCard.module.css'

interface PollCardProps {
	room: Pick<JoinedRoom, 'poll'>
	onOpen: () => void
}

/** Above the controls while this person has not answered an open poll, until they close it. */
export function PollCard({ room, onOpen }: PollCardProps) {
	const [closed, setClosed] = useState<number>()
	const { poll } = room
	if (!poll?.isOpen || poll.ownAnswer !== null || closed === poll.id) return null
	return (
		<section className={styles.card} aria-label={m.poll_title()}>
			<ChartColumn aria-hidden="true" />
			<p className={styles.question}>{poll.question}</p>
			<Button
				kind="primary"
				onClick={() => {
					setClosed(poll.id)
					onOpen()
				}}
			>
				{m.poll_answer()}
			</Button>
			<IconButton label={m.room_close()} icon={<X />} onClick={() => setClosed(poll.id)} />
		</section>
	)
}
