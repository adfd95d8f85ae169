import { clsx } from 'clsx'
import { Play, RadioTower } from 'lucide-react'
import { m } from '../../../locales/index.ts'
import { Button, Spinner } from '../../../ui/index.ts'
import styles from './StageSlate.module.css'
import type { Slate, SlateAction } from './slate.ts'

export interface StageSlateProps {
	slate: Slate
	background?: string | undefined
	/** Beside the text instead of below it, where controls leave little height. */
	isBetweenControls: boolean
	/** A retry is in progress. */
	isRetrying: boolean
	onAction(action: SlateAction): void
}

const actionLabels: Record<SlateAction, () => string> = {
	retry: () => m.live_retry(),
	play: () => m.live_play(),
	watchRecording: () => m.live_watch_recording(),
	toStart: () => m.common_to_start(),
}

/** Shown over the picture, or over the background if no picture exists. */
export function StageSlate({ slate, background, isBetweenControls, isRetrying, onAction }: StageSlateProps) {
	const { title, start, text, actions = [], isBusy, isOverPicture } = slate
	const isDrawn = slate.hasBackground && !background
	return (
		<div className={clsx(styles.slate, isOverPicture && styles.over, isDrawn && styles.drawn)}>
			{!isOverPicture && background && <img className={styles.background} src={background} alt="" />}
			<div className={clsx(styles.words, isBetweenControls && actions.length > 0 && styles.beside)}>
				<div role="status">
					{isBusy ? <Spinner /> : isDrawn && <RadioTower aria-hidden className={styles.mark} />}
					<p className={styles.title}>{title}</p>
					{start && <p className={styles.start}>{start}</p>}
					{text && <p className={styles.text}>{text}</p>}
				</div>
				{actions.length > 0 && (
					<div className={styles.actions}>
						{actions.map(action => (
							<Button
								key={action}
								kind="glass"
								icon={action === 'play' ? <Play aria-hidden /> : undefined}
								loading={action === 'retry' && isRetrying && m.live_loading()}
								onClick={() => onAction(action)}
							>
								{actionLabels[action]()}
							</Button>
						))}
					</div>
				)}
			</div>
		</div>
	)
}
