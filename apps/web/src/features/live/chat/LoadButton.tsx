import { m } from '../../../locales/index.ts'
import { Button, Spinner } from '../../../ui/index.ts'
import styles from './ChatList.module.css'

export interface LoadButtonProps {
	/** State of this end of a list: nothing is shown at the end, or if the state is unknown. */
	rest: 'unknown' | 'none' | 'more' | 'loading' | 'failed'
	label: string
	onLoad(): void
}

/** At the end of a list of messages: loads the page beyond it. */
export function LoadButton({ rest, label, onLoad }: LoadButtonProps) {
	if (rest === 'loading')
		return (
			<div role="status" className={styles.earlier}>
				<Spinner />
				<span className="sr-only">{m.live_loading()}</span>
			</div>
		)
	if (rest !== 'more' && rest !== 'failed') return null
	return (
		<div className={styles.earlier}>
			<Button kind="quiet" onClick={onLoad}>
				{rest === 'failed' ? m.live_chat_earlier_failed() : label}
			</Button>
		</div>
	)
}
