import { clsx } from 'clsx'
import { WifiOff } from 'lucide-react'
import styles from './OfflineNotice.module.css'

/** A strip at the top of the page while there is no network; rendered once, always mounted. */
export function OfflineNotice({ offline, text }: { offline: boolean; text: string }) {
	return (
		<div className={clsx(styles.place, offline && styles.shown)} role="status">
			<div className={styles.notice}>
				{offline && (
					<div className={styles.words}>
						<WifiOff />
						{text}
					</div>
				)}
			</div>
		</div>
	)
}
