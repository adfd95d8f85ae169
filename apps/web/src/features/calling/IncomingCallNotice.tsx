import { m } from '../../locales/index.ts'
import { Avatar, Button } from '../../ui/index.ts'
import { callingName } from './callTexts.ts'
import styles from './IncomingCall.module.css'
import type { IncomingCallProps } from './IncomingCallDialog.tsx'

/** A call for a person who is typing or in a meeting: it does not interrupt them, and takes no focus. */
export function IncomingCallNotice({ call, isJoining, onJoin, onDecline }: IncomingCallProps) {
	const name = callingName(call)
	return (
		<aside className={styles.notice} aria-label={m.calling_region()}>
			<Avatar name={name} src={call.from.picture || undefined} />
			<div className={styles.words} role="status">
				<p className={styles.name}>{m.calling_title({ name })}</p>
				<p className={styles.topic}>{call.topic}</p>
			</div>
			<div className={styles.answers}>
				<Button kind="secondary" onClick={onDecline} disabled={isJoining}>
					{m.calling_decline()}
				</Button>
				<Button kind="primary" onClick={onJoin} loading={isJoining && m.calling_joining()}>
					{m.calling_join()}
				</Button>
			</div>
		</aside>
	)
}
