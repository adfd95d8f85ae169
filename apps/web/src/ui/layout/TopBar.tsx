import { clsx } from 'clsx'
import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../actions/IconButton.tsx'
import styles from './TopBar.module.css'

export interface Back {
	label: string
	onBack: () => void
}

export interface TopBarProps {
	/** The page's heading; leave it out where the page has a large one of its own. */
	title?: string | undefined
	back?: Back | undefined
	/** Icon buttons or one quiet button, at the right. */
	actions?: ReactNode
	/** Draws the line that parts it from what has scrolled under it. */
	edge?: boolean
	className?: string | undefined
}

export function TopBar({ title, back, actions, edge, className }: TopBarProps) {
	return (
		<header className={clsx(styles.bar, edge && styles.edge, className)}>
			<div className={styles.row}>
				{back && <IconButton className={styles.back} label={back.label} icon={<ChevronLeft />} onClick={back.onBack} />}
				{title && <h1 className={styles.title}>{title}</h1>}
				{actions && <div className={styles.actions}>{actions}</div>}
			</div>
		</header>
	)
}
