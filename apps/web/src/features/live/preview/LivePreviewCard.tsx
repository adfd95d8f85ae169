import type { MeetingForm } from '@parley/api'
import { introductionLength } from '@parley/core'
import { clsx } from 'clsx'
import { m } from '../../../locales/index.ts'
import { Button, Tabs } from '../../../ui/index.ts'
import { MeetingTime } from '../../meeting/index.ts'
import { Introduction } from '../introduction/Introduction.tsx'
import { NoIntroduction } from '../introduction/NoIntroduction.tsx'
import { LiveBackground } from './LiveBackground.tsx'
import styles from './LivePreviewCard.module.css'

/** A longer introduction is cut off, and expanded with a tap. */
const longIntroduction = 300

export interface LivePreviewCardProps {
	meeting: MeetingForm
	/** The server's clock. */
	now: number
	onWholeIntroduction(): void
}

/** The card viewers of a live see before it starts (DETAIL-09). */
export function LivePreviewCard({ meeting, now, onWholeIntroduction }: LivePreviewCardProps) {
	const { topic, liveBackground, introduction = '' } = meeting
	const isLong = introductionLength(introduction) > longIntroduction
	return (
		<>
			<LiveBackground path={liveBackground} />
			<h2 className={styles.topic}>{topic}</h2>
			<p className={styles.time}>
				<MeetingTime meeting={meeting} now={now} />
			</p>
			<Tabs
				label={m.live_preview_tabs()}
				tabs={[{ value: 'introduction', text: m.live_preview_introduction() }]}
				value="introduction"
				onValueChange={() => {}}
			>
				{introduction ? (
					<Introduction html={introduction} className={clsx(isLong && styles.cut)} />
				) : (
					<NoIntroduction />
				)}
				{isLong && (
					<Button kind="secondary" block className={styles.whole} onClick={onWholeIntroduction}>
						{m.live_preview_whole()}
					</Button>
				)}
			</Tabs>
		</>
	)
}
