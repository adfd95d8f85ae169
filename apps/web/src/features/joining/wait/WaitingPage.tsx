import type { Meeting } from '@parley/api'
import { m } from '../../../locales/index.ts'
import { WaitingIllustration } from '../../../ui/art/illustrations.tsx'
import { useBackHandler } from '../../../ui/back/backHandlers.ts'
import { Button, EmptyState, Page, useShownBusy } from '../../../ui/index.ts'
import type { JoinError } from '../join/joinErrors.ts'
import { MeetingSummary } from '../lookup/MeetingSummary.tsx'
import { useRepeatedTry } from './useRepeatedTry.ts'
import styles from './WaitingPage.module.css'

export interface WaitingPageProps {
	error: JoinError
	meetingId: string
	/** The meeting, if known. */
	meeting?: Meeting | undefined
	isTrying: boolean
	/** True if it retries by itself; apps open by taps alone. */
	isAutomatic?: boolean
	onTry(): void
	/** Back to the form, which is as it was. */
	onLeave(): void
}

/** Instead of the form while the host is not in yet (JERR-02, JERR-03). It needs nothing but time, so it is no error. */
export function WaitingPage({
	error,
	meetingId,
	meeting,
	isTrying,
	isAutomatic = true,
	onTry,
	onLeave,
}: WaitingPageProps) {
	useRepeatedTry({ isDue: isAutomatic && !isTrying, round: error, retryAfterMs: error.retryAfterMs, onTry })
	useBackHandler(true, onLeave)
	const trying = useShownBusy(isTrying && m.joining_wait_trying())
	return (
		<Page title={m.joining_title()} top={44} back={{ label: m.common_back(), onBack: onLeave }}>
			<MeetingSummary meeting={meeting} meetingId={meetingId} />
			<div role="status">
				<EmptyState
					picture={<WaitingIllustration />}
					title={m.joining_wait_title()}
					text={
						<>
							<span className={styles.sentence}>{error.message()}</span>
							<span className={styles.sentence}>
								{isAutomatic ? m.joining_wait_automatic() : m.joining_wait_by_hand()}
							</span>
						</>
					}
				/>
			</div>
			<Button kind="secondary" block loading={trying} onClick={onTry}>
				{m.joining_wait_now()}
			</Button>
		</Page>
	)
}
