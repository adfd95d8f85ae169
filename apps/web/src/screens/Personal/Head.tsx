import { maskPhone } from '@parley/core'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { shortenName } from '../../features/personal/index.ts'
import type { Member } from '../../features/session/index.ts'
import { m } from '../../locales/index.ts'
import { Avatar, Card } from '../../ui/index.ts'
import styles from './Personal.module.css'

/** The signed-in person, linked to the form for their name (PERS-01, PERS-02, PERS-06). */
export function Head({ user: { name, displayName, picture, mobile } }: { user: Member['user'] }) {
	const shown = shortenName(displayName)
	return (
		<Card>
			<Link to="/MeetingList/Personal/PersonalInfoChange" className={styles.head}>
				<Avatar name={displayName} src={picture} className={styles.avatar ?? ''} />
				<span className={styles.names}>
					{shown === displayName ? (
						<span className={styles.name}>{displayName}</span>
					) : (
						<>
							<span className={styles.name} aria-hidden>
								{shown}
							</span>
							<span className="sr-only">{displayName}</span>
						</>
					)}
					<span className={styles.user}>{m.personal_user({ name: name === mobile ? maskPhone(name) : name })}</span>
				</span>
				<span className="sr-only">{m.personal_edit()}</span>
				<ChevronRight className={styles.chevron} />
			</Link>
		</Card>
	)
}
