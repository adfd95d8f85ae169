import { UsersRound } from 'lucide-react'
import styles from './DirectoryRows.module.css'

/** Stands where a person has their picture. */
export const DepartmentIcon = () => (
	<span className={styles.mark}>
		<UsersRound />
	</span>
)
