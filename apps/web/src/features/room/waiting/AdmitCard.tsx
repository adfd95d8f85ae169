import type { WaitingPerson } from '@parley/room'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { Avatar, Button, IconButton, LiveRegion } from '../../../ui/index.ts'
import { waitingKey } from '../keyboard/roomKeys.ts'
import type { RoomController } from '../roomController.ts'
import type { JoinedRoom } from '../roomState.ts'
import styles from './AdmitCard.module.css'
import { DenyDialog } from './DenyDialog.tsx'
import { guestNote } from './guestNote.ts'
import { useAdmitCard } from './useAdmitCard.ts'

export interface AdmitCardProps {
	waiting: NonNullable<JoinedRoom['waiting']>
	controller: RoomController
	/** Shows all who wait. */
	onView: () => void
}

/** Tells hosts who waits, and lets them answer (ROOM-142). Never takes the focus by itself; Alt+A goes to it. */
export function AdmitCard({ waiting, controller, onView }: AdmitCardProps) {
	const { count, people } = waiting
	const [first, second] = people
	const { isShown, keep, fold } = useAdmitCard(waiting)
	const [denied, setDenied] = useState<WaitingPerson>()
	const main = useRef<HTMLButtonElement>(null)
	useWaitingKey(() => {
		if (count === 0) return
		keep()
		// Where it was folded, the button is there only once the card is.
		requestAnimationFrame(() => main.current?.focus())
	})
	const isOne = count === 1
	const said =
		first === undefined ? '' : isOne ? m.waiting_said_one({ name: first.name }) : m.waiting_said_many({ count })
	return (
		<>
			<LiveRegion>{said}</LiveRegion>
			{isShown && first && (
				<section
					className={styles.card}
					aria-label={m.waiting_section({ count })}
					onFocus={keep}
					onPointerEnter={keep}
					onKeyDown={event => event.key === 'Escape' && fold()}
				>
					<div className={styles.head}>
						<span className={styles.faces}>
							<Avatar name={first.name} size="small" />
							{second && <Avatar name={second.name} size="small" />}
						</span>
						<div className={styles.who}>
							<p className={styles.title}>
								{isOne ? m.waiting_admit_one({ name: first.name }) : m.waiting_admit_many({ count })}
							</p>
							<p className={styles.note}>
								{second
									? m.waiting_names({ first: first.name, second: second.name })
									: first.isGuest
										? guestNote(first)
										: undefined}
							</p>
						</div>
						<IconButton label={m.room_close()} icon={<X />} onClick={fold} />
					</div>
					<div className={styles.actions}>
						{isOne ? (
							<Button kind="secondary" onClick={() => setDenied(first)}>
								{m.waiting_deny()}
							</Button>
						) : (
							<Button
								kind="secondary"
								onClick={() => {
									fold()
									onView()
								}}
							>
								{m.waiting_view()}
							</Button>
						)}
						<Button
							ref={main}
							kind="primary"
							aria-keyshortcuts={waitingKey.shown}
							onClick={() => (isOne ? controller.admit(first.id) : controller.admitAll())}
						>
							{isOne ? m.waiting_admit() : m.waiting_admit_all()}
						</Button>
					</div>
				</section>
			)}
			<DenyDialog person={denied} onClose={() => setDenied(undefined)} onDeny={controller.deny} />
		</>
	)
}

function useWaitingKey(onPress: () => void) {
	const act = useRef(onPress)
	useEffect(() => {
		act.current = onPress
	})
	useEffect(() => {
		function onKey(event: KeyboardEvent) {
			if (!waitingKey.isPressed(event)) return
			event.preventDefault()
			act.current()
		}
		window.addEventListener('keydown', onKey)
		return () => window.removeEventListener('keydown', onKey)
	}, [])
}
