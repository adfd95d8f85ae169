import { m } from '../../../locales/index.ts'
import styles from './UploadProgress.module.css'

/** Progress of an upload, from 0 to 1. */
export const UploadProgress = ({ sent }: { sent: number }) => (
	<div className={styles.progress}>
		<progress max={1} value={sent} aria-label={m.scheduling_picture_uploading()} className={styles.bar} />
		<span className={styles.percent}>{m.scheduling_picture_progress({ percent: Math.round(sent * 100) })}</span>
	</div>
)
