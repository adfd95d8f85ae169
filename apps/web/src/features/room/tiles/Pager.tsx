import { clsx } from 'clsx'
import { AudioLines, ChevronLeft, ChevronRight } from 'lucide-react'
import type { CSSProperties } from 'react'
import { m } from '../../../locales/index.ts'
import { IconButton } from '../../../ui/index.ts'
import type { Pages } from './layout.ts'
import styles from './Pager.module.css'

export interface PagerProps {
	pages: Pages
	/** Somebody speaks on a page before this one, or after it. */
	speaking: { before: boolean; after: boolean }
	onTurn: (by: -1 | 1) => void
}

/** Says which page of tiles is shown, and turns it (ROOM-230). */
export function Pager({ pages: { index, count, pager }, speaking, onTurn }: PagerProps) {
	return (
		<nav
			className={clsx(styles.pager, pager.height > pager.width && styles.upright)}
			style={pager as CSSProperties}
			aria-label={m.room_pages()}
		>
			<span className={styles.turn}>
				<IconButton
					label={m.room_page_before()}
					icon={<ChevronLeft />}
					aria-disabled={index === 0}
					aria-keyshortcuts="PageUp"
					onClick={() => onTurn(-1)}
				/>
				{speaking.before && <Speaking />}
			</span>
			<span className={styles.page}>
				<span aria-hidden="true">{`${index + 1} / ${count}`}</span>
				<span className="sr-only">{m.room_page_of({ page: index + 1, count })}</span>
			</span>
			<span className={styles.turn}>
				<IconButton
					label={m.room_page_after()}
					icon={<ChevronRight />}
					aria-disabled={index === count - 1}
					aria-keyshortcuts="PageDown"
					onClick={() => onTurn(1)}
				/>
				{speaking.after && <Speaking />}
			</span>
		</nav>
	)
}

const Speaking = () => <AudioLines className={styles.speaking} role="img" aria-label={m.room_page_speaking()} />
