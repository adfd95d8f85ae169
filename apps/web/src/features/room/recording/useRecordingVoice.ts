import { useEffect, useRef } from 'react'
import { language, m } from '../../../locales/index.ts'
import { playChime } from '../../../media/index.ts'
import type { Notice } from '../roomState.ts'

const sentences: Partial<Record<Notice['type'], () => string>> = {
	'recording-started': m.recording_said_started,
	'recording-running': m.recording_said_running,
	'recording-stopped': m.recording_said_stopped,
	'recording-disk-full': m.recording_said_stopped,
	'recording-failed': m.recording_said_stopped,
}

/** Says aloud that a recording has begun, runs or is over (ROOM-150). */
export function useRecordingVoice(notice: Notice | undefined): void {
	// A room that is shown again has said it before.
	const last = useRef(notice?.type === 'recording-running' ? undefined : notice?.number)
	useEffect(() => {
		if (!notice || notice.number === last.current) return
		last.current = notice.number
		const sentence = sentences[notice.type]
		if (sentence) say(sentence())
	}, [notice])
}

/** With the voice of the browser; a short sound where it has none. */
function say(text: string): void {
	const { speechSynthesis: voice } = window as { speechSynthesis?: SpeechSynthesis }
	if (!voice || voice.getVoices().length === 0) {
		playChime('recording')
		return
	}
	const spoken = new SpeechSynthesisUtterance(text)
	spoken.lang = language()
	voice.speak(spoken)
}
