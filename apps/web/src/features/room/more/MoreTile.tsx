import type { ReactNode } from 'react'
import styles from './MoreTile.module.css'

export interface MoreTileProps {
	icon: ReactNode
	label: string
	/** Read instead of the label, which it contains. */
	name?: string
	/** The language of label and name, where it is another one. */
	lang?: string
	onPress: () => void
}

/** A tile of the sheet More. */
export const MoreTile = ({ icon, label, name, lang, onPress }: MoreTileProps) => (
	<button type="button" lang={lang} className={styles.tile} aria-label={name} onClick={onPress}>
		{icon}
		<span>{label}</span>
	</button>
)
