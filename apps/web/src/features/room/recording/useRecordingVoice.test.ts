import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { m } from '../../../locales/index.ts'
import type { Notice } from '../roomState.ts'
import { useRecordingVoice } from './useRecordingVoice.ts'

const said: string[] = []
let voices: object[] = [{}]
let tones = 0

beforeEach(() => {
	said.length = 0
	voices = [{}]
	tones = 0
	vi.stubGlobal('speechSynthesis', {
		getVoices: () => voices,
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

const notice = (type: Notice['type'], number: number): Notice => ({ type, number, name: 'Li Lei' })
const hear = (initialProps: Notice | undefined) =>
	renderHook((shown: Notice | undefined) => useRecordingVoice(shown), { initialProps })

test('[ROOM-150] the beginning and the end of a recording are said once each, and nothing else is', () => {
	const { rerender } = hear(undefined)
	rerender(notice('joined', 1))
	rerender(notice('recording-started', 2))
	rerender(notice('recording-started', 2))
	rerender(notice('hand', 3))
	rerender(notice('recording-disk-full', 4))
	expect(said).toEqual([m.recording_said_started(), m.recording_said_stopped()])
})

test('[ROOM-150] who enters a recorded meeting hears it; a room that is shown again does not repeat the rest', () => {
	hear(notice('recording-running', 1))
	expect(said).toEqual([m.recording_said_running()])
	hear(notice('recording-started', 2))
	expect(said).toHaveLength(1)
})

test('[ROOM-150] a browser without a voice plays a chime', () => {
	voices = []
	hear(undefined).rerender(notice('recording-started', 1))
	expect([said.length, tones]).toEqual([0, 1])
	vi.stubGlobal('speechSynthesis', undefined)
	hear(undefined).rerender(notice('recording-stopped', 2))
	expect(tones).toBe(2)
})
