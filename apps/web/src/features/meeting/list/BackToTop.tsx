import { ArrowUp } from 'lucide-react'
import { m } from '../../../locales/index.ts'
import { IconButton } from '../../../ui/index.ts'
import styles from './BackToTop.module.css'
import { scrollToTop } from './toTop.ts'

/** Leads to the top of the list. */
export function BackToTopButton() {
	return (
		<div className={styles.place}>
			<IconButton label={m.meeting_to_top()} icon={<ArrowUp />} onClick={scrollToTop} />
		</div>
	)
}
