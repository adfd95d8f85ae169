import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { m } from '../../../locales/index.ts'
import type { Playback, PlaybackState } from '../player/playback.ts'
import { ControlsFrame } from './ControlsFrame.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
	cleanup()
	vi.useRealTimers()
	vi.restoreAllMocks()
})
const advance = (ms: number) => act(() => vi.advanceTimersByTime(ms))

function show() {
	const { container, unmount } = render(
		<ControlsFrame
			state={{ status: 'playing', isMuted: false } as PlaybackState}
			playback={{} as Playback}
			video={{ current: null }}
			fullScreen={{ isOn: false, toggle() {} }}
			onMore={() => {}}
			place={undefined}
			choosers={undefined}
		/>,
	)
	const frame = container.firstElementChild as HTMLElement
	return {
		unmount,
		frame,
		surface: frame.firstElementChild as HTMLElement,
		isShown: () => !frame.classList.contains('hidden'),
	}
}

test('the controls are there for four seconds, and for four more from each touch on', () => {
	const { frame, surface, isShown, unmount } = show()
	advance(3_999)
	fireEvent.pointerDown(frame)
	advance(3_999)
	expect(isShown()).toBe(true)
	advance(1)
	expect(isShown()).toBe(false)
	fireEvent.click(surface)
	expect(isShown()).toBe(true)
	advance(4_000)
	expect(isShown()).toBe(false)
	fireEvent.click(surface)
	unmount()
	expect(vi.getTimerCount()).toBe(0)
})

test('a tap beside the controls hides them; the keyboard keeps them', () => {
	const { surface, isShown, frame } = show()
	fireEvent.click(surface)
	expect(isShown()).toBe(false)
	fireEvent.keyDown(screen.getByRole('button', { name: m.live_pause() }), { key: 'Tab' })
	expect(isShown()).toBe(true)
	vi.spyOn(frame, 'querySelector').mockReturnValue(screen.getByRole('button', { name: m.live_pause() }))
	advance(12_000)
	expect(isShown()).toBe(true)
})

test('a mouse that moves over the picture shows the controls; they stay while it rests on one, and go once it has left', () => {
	const { surface, frame, isShown } = show()
	advance(4_000)
	fireEvent.pointerMove(surface, { pointerType: 'mouse' })
	expect(isShown()).toBe(true)
	advance(3_999)
	fireEvent.pointerMove(surface, { pointerType: 'mouse' })
	advance(3_999)
	expect(isShown()).toBe(true)
	advance(1)
	expect(isShown()).toBe(false)
	fireEvent.pointerMove(surface, { pointerType: 'mouse' })
	fireEvent.pointerMove(screen.getByRole('button', { name: m.live_pause() }), { pointerType: 'mouse' })
	advance(12_000)
	expect(isShown()).toBe(true)
	fireEvent.pointerLeave(frame, { pointerType: 'mouse' })
	advance(4_000)
	expect(isShown()).toBe(false)
})

test('a finger that slides over the picture shows nothing, and keeps nothing', () => {
	const { surface, isShown } = show()
	fireEvent.pointerMove(screen.getByRole('button', { name: m.live_pause() }), { pointerType: 'touch' })
	advance(4_000)
	expect(isShown()).toBe(false)
	fireEvent.pointerMove(surface, { pointerType: 'touch' })
	expect(isShown()).toBe(false)
})
