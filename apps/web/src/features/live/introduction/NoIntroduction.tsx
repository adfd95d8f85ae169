import { m } from '../../../locales/index.ts'
import styles from './Introduction.module.css'

/** In the place of an introduction that nobody has written. */
export const NoIntroduction = () => <p className={styles.none}>{m.live_introduction_none()}</p>
