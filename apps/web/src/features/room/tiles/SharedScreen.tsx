import { MonitorUp } from 'lucide-react'
import type { CSSProperties } from 'react'
import { m } from '../../../locales/index.ts'
import type { ScreenContent } from '../../../media/index.ts'
import { Button, lazyComponent, Segmented, Spinner } from '../../../ui/index.ts'
import type { HiddenReason } from '../roomState.ts'
import type { Box } from './grid.ts'
import { hiddenTexts } from './hiddenTexts.ts'
import styles from './SharedScreen.module.css'

// The chunk contains the library for zooming, which only a viewer needs.
const ZoomableScreen = lazyComponent(async () => (await import('./ZoomableScreen.tsx')).ZoomableScreen)

export interface SharedScreenProps {
	box: Box
	/** The presenter's name. */
	name: string
	/** Missing until the first picture comes. */
	screen: MediaStreamTrack | undefined
	hiddenBecause?: HiddenReason | undefined
	/** The own screen, which is not mirrored to its presenter. */
	own?: { content: ScreenContent; onContent(content: ScreenContent): void; onStop(): void } | undefined
	/** The host can end the presentation of somebody else. */
	onStopPresenter?: (() => void) | undefined
}

/** The shared screen, whole, and below it whose it is: nothing lies on it (ROOM-100). */
export function SharedScreen({ box, name, screen, hiddenBecause, own, onStopPresenter }: SharedScreenProps) {
	return (
		<li className={styles.screen} style={box as CSSProperties} data-person="screen">
			<div className={styles.stage}>
				{own ? (
					<div className={styles.own}>
						<MonitorUp aria-hidden="true" className={styles.icon} />
						<Segmented
							label={m.room_screen_content()}
							options={[
								{ value: 'text', text: m.room_screen_text() },
								{ value: 'film', text: m.room_screen_film() },
							]}
							value={own.content}
							onValueChange={own.onContent}
						/>
					</div>
				) : hiddenBecause ? (
					<p className={styles.reason}>{hiddenTexts[hiddenBecause]()}</p>
				) : screen ? (
					<ZoomableScreen key={screen.id} track={screen} name={name} />
				) : (
					<Spinner label={m.room_screen_waiting({ name })} />
				)}
			</div>
			<div className={styles.foot}>
				<p className={styles.whose}>{own ? m.room_screen_own() : m.room_screen_of({ name })}</p>
				{own && (
					<Button kind="destructive" onClick={own.onStop}>
						{m.room_screen_stop()}
					</Button>
				)}
				{onStopPresenter && (
					<Button kind="secondary" onClick={onStopPresenter}>
						{m.room_screen_stop_presenter()}
					</Button>
				)}
			</div>
		</li>
	)
}
