import { m } from '../../locales/index.ts'
import { Banner } from '../../ui/index.ts'
import styles from './BackBanner.module.css'
import type { DraftAtHand } from './useDraft.ts'

/** What could not be sent before somebody signed in again is back; they may begin anew (CREATE-26). */
export function BackBanner({ atHand: { isBack, beginAnew }, text }: { atHand: DraftAtHand; text: string }) {
	if (!isBack) return null
	return (
		<Banner tone="info" className={styles.back} action={{ label: m.scheduling_begin_anew(), onPress: beginAnew }}>
			{text}
		</Banner>
	)
}
