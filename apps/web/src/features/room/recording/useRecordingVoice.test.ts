import type { Recording } from '@parley/room'
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { m } from '../../../locales/index.ts'
import { useRecordingVoice } from './useRecordingVoice.ts'

const said: string[] = []
let voices: object[] = [{}]
let tones = 0
/** How often the browser was asked for its voices. */
let asked = 0

beforeEach(() => {
	said.length = 0
	voices = [{}]
	tones = 0
	asked = 0
	vi.stubGlobal('speechSynthesis', {
		getVoices() {
			asked++
			return voices
		},
		speak: ({ text }: { text: string }) => said.push(text),
	})
	vi.stubGlobal(
		'SpeechSynthesisUtterance',
		class {
			text: string
			lang = ''
			constructor(text: string) {
				this.text = text
			}
		},
	)
	vi.stubGlobal(
		'AudioContext',
		class {
			constructor() {
				tones++
			}
		},
	)
})
afterEach(() => vi.unstubAllGlobals())

const recording = (startedAt: number, asksConsent = false): Recording => ({ startedAt, by: 'Li Lei', asksConsent })
const hear = (initialProps: Recording | null | undefined) =>
	renderHook((shown: Recording | null | undefined) => useRecordingVoice(shown), { initialProps })

test('[ROOM-150] the beginning and the end of a recording are said once each', () => {
	const { rerender } = hear(undefined)
	rerender(null)
	rerender(recording(1, true))
	rerender(recording(1))
	rerender(null)
	rerender(null)
	expect(said).toEqual([m.recording_said_started(), m.recording_said_stopped()])
})

test('[ROOM-150] another recording is said, too, where its beginning is learnt late', () => {
	const { rerender } = hear(null)
	rerender(recording(1))
	rerender(recording(2))
	expect(said).toEqual([m.recording_said_started(), m.recording_said_started()])
})

test('[ROOM-150] who enters a recorded meeting hears it, and nothing of its end once they have left', () => {
	const { rerender } = hear(undefined)
	rerender(recording(1))
	rerender(undefined)
	expect(said).toEqual([m.recording_said_running()])
})

test('[ROOM-150] a browser without a voice plays a chime', () => {
	voices = []
	hear(null).rerender(recording(1))
	expect([said.length, tones]).toEqual([0, 1])
	vi.stubGlobal('speechSynthesis', undefined)
	hear(recording(1)).rerender(null)
	expect(tones).toBe(3)
})

test('[ROOM-150] the voices are asked for before they are needed, as Chrome loads them then', () => {
	hear(null)
	expect(asked).toBe(1)
})
