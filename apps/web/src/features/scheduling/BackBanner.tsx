import { m } from '../../locales/index.ts'
import { Banner } from '../../ui/index.ts'
import styles from './BackBanner.module.css'
import type { DraftFormState } from './useDraft.ts'

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
