import { m } from '../../../locales/index.ts'
import { Banner } from '../../../ui/index.ts'
import type { DraftFormState } from '../draft/useDraft.ts'
import styles from './RestoredDraftBanner.module.css'

/** What could not be sent before somebody signed in again is back; they may begin anew (CREATE-26). */
export function RestoredDraftBanner({
	atHand: { isRestored, startOver },
	text,
}: {
	atHand: DraftFormState
	text: string
}) {
	if (!isRestored) return null
	return (
		<Banner tone="info" className={styles.back} action={{ label: m.scheduling_begin_anew(), onPress: startOver }}>
			{text}
		</Banner>
	)
}
