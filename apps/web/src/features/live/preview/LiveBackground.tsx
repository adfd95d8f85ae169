import { RadioTower } from 'lucide-react'
import styles from './LiveBackground.module.css'

export interface LiveBackgroundProps {
	/** Address of an uploaded picture; without one, a drawn background is shown. */
	path: string | undefined
}

/** The background viewers see before the picture of a live arrives, 16:9 (DETAIL-09). */
export const LiveBackground = ({ path }: LiveBackgroundProps) => (
	<div className={styles.frame}>
		{path ? <img src={path} alt="" className={styles.picture} /> : <RadioTower className={styles.mark} aria-hidden />}
	</div>
)
