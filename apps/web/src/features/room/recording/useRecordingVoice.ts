import type { Recording } from '@parley/room'
import { useEffect, useRef } from 'react'
import { language, m } from '../../../locales/index.ts'
import { playChime } from '../../../media/index.ts'

/**
 * Says aloud that a recording has begun, runs or is over (ROOM-150).
 * @param recording undefined while the person is not in the room
 */
export function useRecordingVoice(recording: Recording | null | undefined): void {
	const last = useRef<Recording | null>(undefined)
	// Chrome loads its voices when it is asked for them first, and has none until then.
	useEffect(() => void getVoice()?.getVoices(), [])
	useEffect(() => {
		const before = last.current
		last.current = recording
		if (recording && recording.startedAt !== before?.startedAt) {
			say(before === undefined ? m.recording_said_running() : m.recording_said_started())
		} else if (recording === null && before) say(m.recording_said_stopped())
	}, [recording])
}

const getVoice = () => (window as { speechSynthesis?: SpeechSynthesis }).speechSynthesis

/** With the voice of the browser; a short sound where it has none. */
function say(text: string): void {
	const voice = getVoice()
	if (!voice || voice.getVoices().length === 0) {
		playChime('recording')
		return
	}
	const spoken = new SpeechSynthesisUtterance(text)
	spoken.lang = language()
	voice.speak(spoken)
}
