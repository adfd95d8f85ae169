import { keptFilesPath, roomChat } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { useState } from 'react'
import { language, m } from '../../locales/index.ts'
import { useCallQuery } from '../../query/index.ts'
import { LinkedText } from '../../ui/display/LinkedText.tsx'
import { Card, CollapsibleRow } from '../../ui/index.ts'
import { AttachedFile } from '../chatFiles/index.ts'
import styles from './KeptChat.module.css'

export interface KeptChatProps {
	meetingId: MeetingId
	/** The person who reads. */
	userId: string
}

/** The messages to everyone in a meeting, for those who were there; others see nothing (ROOM-138). */
export function KeptChat({ meetingId, userId }: KeptChatProps) {
	const [isOpen, setIsOpen] = useState(false)
	const { data } = useCallQuery(roomChat.messages, { id: meetingId }, { scope: [userId] })
	if (!data || data.messages.length === 0) return null
	return (
		<Card className={styles.card}>
			<CollapsibleRow label={m.chat_kept({ count: data.messages.length })} open={isOpen} onOpenChange={setIsOpen}>
				{data.isCut && <p className={styles.note}>{m.chat_kept_cut()}</p>}
				<ul className={styles.list}>
					{data.messages.map(({ id, name, text, file, at }) => (
						<li key={id} className={styles.message}>
							<div className={styles.head}>
								<span className={styles.name}>{name}</span>
								<time dateTime={new Date(at).toISOString()}>{momentOf(at)}</time>
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

const momentOf = (at: number): string =>
	new Intl.DateTimeFormat(language(), {
		month: 'numeric',
		day: 'numeric',
		hour: '2-digit',
		minute: '2-digit',
		hourCycle: 'h23',
	}).format(at)
