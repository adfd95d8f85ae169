import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../actions/Button.tsx'
import { useShownBusy } from '../useShownBusy.ts'
import { EmptyState } from './EmptyState.tsx'
import styles from './ErrorPanel.module.css'

export interface ErrorPanelProps {
	title: string
	text?: string | undefined
	retry: { label: string; onRetry: () => void; busyLabel?: string | false }
	/** An illustration, shown while no other content is available. */
	picture?: ReactNode
	/** Content that was loaded earlier, shown dimmed below the panel. */
	children?: ReactNode
}

export function ErrorPanel({ title, text, retry, picture, children }: ErrorPanelProps) {
	const busy = useShownBusy(retry.busyLabel ?? false)
	const again = (
		<Button kind="secondary" loading={busy} onClick={retry.onRetry}>
			{retry.label}
		</Button>
	)
	if (!children) {
		return (
			<div role="alert">
				<EmptyState picture={picture} title={title} text={text} action={again} />
			</div>
		)
	}
	return (
		<>
			<div className={styles.panel} role="alert">
				<span className={styles.icon}>
					<CloudOff />
				</span>
				<div className={styles.words}>
					<p className={styles.title}>{title}</p>
					{text && <p>{text}</p>}
				</div>
				{again}
			</div>
			<div className={styles.kept}>{children}</div>
		</>
	)
}
