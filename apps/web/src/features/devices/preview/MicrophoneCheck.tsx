import { useState } from 'react'
import { m } from '../../../locales/index.ts'
import type { MicrophoneState } from '../../../media/index.ts'
import { LevelMeter } from '../LevelMeter.tsx'
import styles from './Preview.module.css'

const texts = { unknown: m.devices_listening, heard: m.devices_heard, silent: m.devices_silent } satisfies Record<
	MicrophoneState,
	() => string
>

/** Shows whether the microphone hears its owner: a meter for the eye, and words for all; `track` is missing while it is being opened. */
export function MicrophoneCheck({ track }: { track: MediaStreamTrack | undefined }) {
	const [state, setState] = useState<MicrophoneState>('unknown')
	return (
		<div className={styles.microphone}>
			<p role="status" className={styles.words}>
				{track ? texts[state]() : m.devices_opening()}
			</p>
			<LevelMeter track={track} bars={22} onState={setState} />
		</div>
	)
}
