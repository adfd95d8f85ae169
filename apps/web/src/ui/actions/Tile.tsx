import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import styles from './Tile.module.css'

export interface TileLook {
	kind?: 'primary' | 'plain'
}

export interface TileProps extends TileLook, Omit<ComponentProps<'button'>, 'children'> {
	label: string
	icon: ReactNode
}

/** The classes of a tile, for a link that has to look like one; an icon and the words go inside. */
export function tileClass({ kind = 'plain' }: TileLook): string {
	return clsx(styles.tile, kind === 'primary' && styles.primary)
}

/** A large way to go on, for the few that head a page. */
export function Tile({ label, icon, kind = 'plain', className, type = 'button', ...rest }: TileProps) {
	return (
		<button {...rest} type={type} className={clsx(tileClass({ kind }), className)}>
			{icon}
			{label}
		</button>
	)
}

/** Side by side while they fit. */
export function Tiles({ children }: { children: ReactNode }) {
	return <div className={styles.tiles}>{children}</div>
}
