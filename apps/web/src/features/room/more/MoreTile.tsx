import type { ReactNode } from 'react'
import styles from './MoreTile.module.css'

export interface MoreTileProps {
	icon: ReactNode
	label: string
	onPress: () => void
}

/** A tile of the sheet More. */
export const MoreTile = ({ icon, label, onPress }: MoreTileProps) => (
	<button type="button" className={styles.tile} onClick={onPress}>
		{icon}
		<span>{label}</span>
	</button>
)
