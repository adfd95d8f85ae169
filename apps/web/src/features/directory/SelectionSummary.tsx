import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { m } from '../../locales/index.ts'
import { Button } from '../../ui/index.ts'
import styles from './DirectoryRows.module.css'
import { selectionLabel } from './directoryLabels.ts'
import type { DirectorySelection } from './useDirectorySelection.ts'

export interface SelectionSummaryProps {
	directory: DirectorySelection
	/** The query that the screens of the selection hand on. */
	search: { from?: string | undefined; isOA?: string | undefined }
	/** A person has to be chosen. */
	isRequired: boolean
	label: string
	onDone(): void
}

/** The size of the selection, which links to its list (MEMB-06), and a button. */
export function SelectionSummary({
	directory: { selection, pendingRequests },
	search,
	isRequired,
	label,
	onDone,
}: SelectionSummaryProps) {
	const chosen = selectionLabel(selection, isRequired)
	return (
		<div className={styles.summary}>
			{/* Named in so many words: what is read out as it changes gives no name. */}
			<nav className={styles.onward} aria-label={m.directory_members_title()}>
				<Link to="/members" search={search} className={styles.chosen} aria-label={chosen}>
					<span role="status">{chosen}</span>
					<ChevronRight />
				</Link>
			</nav>
			<Button
				kind="primary"
				size="large"
				className={styles.done}
				loading={pendingRequests > 0 && m.directory_expanding()}
				onClick={onDone}
			>
				{label}
			</Button>
		</div>
	)
}
