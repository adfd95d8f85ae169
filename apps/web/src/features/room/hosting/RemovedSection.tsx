import { canActOn } from '@parley/room'
import { useEffect, useRef } from 'react'
import { m } from '../../../locales/index.ts'
import { Avatar, Button } from '../../../ui/index.ts'
import { NameText } from '../NameText.tsx'
import { roleLabel } from '../roleLabel.ts'
import type { RoomController } from '../roomController.ts'
import { getSelf, type JoinedRoom, mayDo } from '../roomState.ts'
import styles from './RemovedSection.module.css'

export interface RemovedSectionProps {
	room: JoinedRoom
	controller: Pick<RoomController, 'allowAgain'>
}

/** The people removed from the meeting, for those who may allow them to join again (ROOM-181). */
export function RemovedSection({ room, controller }: RemovedSectionProps) {
	const { removed } = room
	const self = getSelf(room)
	const section = useRef<HTMLDivElement>(null)
	// The pressed button goes with its row.
	const isPressed = useRef(false)
	useEffect(() => {
		if (!isPressed.current || document.activeElement !== document.body) return
		isPressed.current = false
		section.current?.focus()
	})
	if (!self || !mayDo(room, 'remove-person')) return null
	return (
		<div ref={section} tabIndex={-1} className={styles.section}>
			{removed.length > 0 && (
				<section>
					<h3 className={styles.title}>{m.room_removed_section({ count: removed.length })}</h3>
					<ul className={styles.list}>
						{removed.map(person => (
							<li key={person.id} className={styles.row}>
								<Avatar name={person.name} size="small" />
								<span className={styles.who}>
									<NameText name={person.name} className={styles.name} />
									{roleLabel(person.role) && <span className={styles.note}>{roleLabel(person.role)}</span>}
								</span>
								{canActOn(self.role, person.role) && (
									<Button
										kind="quiet"
										aria-label={m.room_allow_again_person({ name: person.name })}
										onClick={() => {
											isPressed.current = true
											controller.allowAgain(person)
										}}
									>
										{m.room_allow_again()}
									</Button>
								)}
							</li>
						))}
					</ul>
				</section>
			)}
		</div>
	)
}
