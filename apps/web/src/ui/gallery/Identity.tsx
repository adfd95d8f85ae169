import { productNames } from '@parley/core'
import {
	AccessDeniedIllustration,
	EmptyDayIllustration,
	EmptyListIllustration,
	MeetingEndedIllustration,
	MeetingNotFoundIllustration,
	NoCameraIllustration,
	NoMicrophoneIllustration,
	NoResultsIllustration,
	NotFoundIllustration,
	OfflineIllustration,
	ServerUnavailableIllustration,
} from '../art/illustrations.tsx'
import { DeviceGlyph, Mark, MessengerGlyph, Wordmark, WorkplaceGlyph } from '../index.ts'
import { Case, Part } from './Case.tsx'
import styles from './Gallery.module.css'

const colours = [
	'paper',
	'surface',
	'raised',
	'sunken',
	'ink',
	'ink-2',
	'ink-3',
	'edge',
	'brand',
	'brand-soft',
	'live',
	'live-soft',
	'ok',
	'ok-soft',
	'warn',
	'glow',
]

const illustrations = {
	EmptyDayIllustration,
	EmptyListIllustration,
	NoResultsIllustration,
	OfflineIllustration,
	MeetingEndedIllustration,
	MeetingNotFoundIllustration,
	NotFoundIllustration,
	AccessDeniedIllustration,
	NoCameraIllustration,
	NoMicrophoneIllustration,
	ServerUnavailableIllustration,
}

export function Identity() {
	return (
		<Part title="identity">
			<Case title="Mark, Wordmark" row>
				<div className={styles.marks}>
					<Mark className={styles.big} label={productNames.en} />
					<Mark className={styles.middle} />
					<Mark className={styles.little} />
				</div>
				<Wordmark name={productNames.zh} />
				<Wordmark name={productNames.en} />
			</Case>
			<div className={styles.picture}>
				<Wordmark tone="light" name={productNames.zh} />
			</div>
			<Case title="Glyphs" row>
				<MessengerGlyph />
				<DeviceGlyph />
				<WorkplaceGlyph />
			</Case>
			<Case title="Colours">
				<div className={styles.swatches}>
					{colours.map(colour => (
						<span key={colour}>
							<i style={{ background: `var(--${colour})` }} />
							{colour}
						</span>
					))}
				</div>
			</Case>
			<Case title="Illustrations">
				<div className={styles.illustrations}>
					{Object.entries(illustrations).map(([name, Illustration]) => (
						<figure key={name}>
							<Illustration />
							<figcaption>{name}</figcaption>
						</figure>
					))}
				</div>
			</Case>
		</Part>
	)
}
