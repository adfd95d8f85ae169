import { m } from '../../../locales/index.ts'
import styles from './Introduction.module.css'

/** Shown in place of a missing introduction. */
export const NoIntroduction = () => <p className={styles.none}>{m.live_introduction_none()}</p>
