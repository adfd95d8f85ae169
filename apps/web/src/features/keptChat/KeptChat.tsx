import { keptFilesPath, roomChat } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { useState } from 'react'
import { m } from '../../locales/index.ts'
import { useCallQuery } from '../../query/index.ts'
import { LinkedText } from '../../ui/display/LinkedText.tsx'
import { Card, CollapsibleRow } from '../../ui/index.ts'
import { AttachedFile } from '../chatFiles/index.ts'
import type { MeetingMoments } from '../meeting/index.ts'
import styles from './KeptChat.module.css'

export interface KeptChatProps {
	meetingId: MeetingId
	/** The person who reads. */
	userId: string
	moments: MeetingMoments
}

/** The messages to everyone in a meeting, for those who were there; others see nothing (ROOM-138). */
export function KeptChat({ meetingId, userId, moments }: KeptChatProps) {
	const [isOpen, setIsOpen] = useState(false)
	const { data } = useCallQuery(roomChat.messages, { id: meetingId }, { scope: [userId] })
	if (!data || data.messages.length === 0) return null
	return (
		<Card className={styles.card}>
			<CollapsibleRow label={m.chat_kept({ count: data.messages.length })} open={isOpen} onOpenChange={setIsOpen}>
				{moments.note && <p className={styles.note}>{moments.note}</p>}
				{data.isCut && <p className={styles.note}>{m.chat_kept_cut()}</p>}
				<ul className={styles.list}>
					{data.messages.map(({ id, name, text, file, at }) => (
						<li key={id} className={styles.message}>
							<div className={styles.head}>
								<span className={styles.name}>{name}</span>
								<time dateTime={new Date(at).toISOString()}>{moments.dayAndTime(at)}</time>
							</div>
							{file ? (
								<AttachedFile file={file} path={keptFilesPath(meetingId)} author={name} />
							) : (
								<p className={styles.text}>
									<LinkedText text={text} />
								</p>
							)}
						</li>
					))}
				</ul>
			</CollapsibleRow>
		</Card>
	)
}
