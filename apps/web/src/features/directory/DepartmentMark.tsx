import { UsersRound } from 'lucide-react'
import styles from './Rows.module.css'

/** Stands where a person has their picture. */
export const DepartmentIcon = () => (
	<span className={styles.mark}>
		<UsersRound />
	</span>
)
