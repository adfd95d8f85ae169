import { useState } from 'react'
import { m } from '../../../locales/index.ts'
import type { MicrophoneState } from '../../../media/index.ts'
import { LevelMeter } from '../LevelMeter.tsx'
import styles from './Preview.module.css'

const texts = { unknown: m.devices_listening, heard: m.devices_heard, silent: m.devices_silent } satisfies Record<
	MicrophoneState,
	() => string
>

/** Shows whether the microphone hears its owner: a meter for the eye, and words for all. */
export function MicrophoneCheck({ track }: { track: MediaStreamTrack }) {
	const [state, setState] = useState<MicrophoneState>('unknown')
	return (
		<div className={styles.microphone}>
			<p role="status" className={styles.words}>
				{texts[state]()}
			</p>
			<LevelMeter track={track} bars={22} onState={setState} />
		</div>
	)
}
