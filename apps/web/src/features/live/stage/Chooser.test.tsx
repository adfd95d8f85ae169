import { liveDelays } from '@parley/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Chooser } from './Chooser.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
	cleanup()
	vi.useRealTimers()
})
const advance = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const choices = [
	{ value: 1, text: '1×' },
	{ value: 2, text: '2×' },
]

function open() {
	const onChoose = vi.fn()
	const shown = render(<Chooser label="Speed" choices={choices} chosen={1} onChoose={onChoose} />)
	const button = screen.getByRole('button', { name: 'Speed: 1×' })
	fireEvent.click(button)
	return { ...shown, onChoose, button, list: () => screen.queryByRole('group') }
}

test('[LIVE-12] the choices close after three seconds without a touch; each touch restarts the time', () => {
	const { list, button } = open()
	advance(liveDelays.chooserCloseMs - 1)
	fireEvent.pointerDown(list() as HTMLElement)
	advance(liveDelays.chooserCloseMs - 1)
	fireEvent.keyDown(list() as HTMLElement)
	screen.getByRole('button', { name: '2×' }).focus()
	advance(liveDelays.chooserCloseMs - 1)
	expect(list()).toBeTruthy()
	advance(1)
	expect([list(), document.activeElement]).toEqual([null, button])
})

test('a choice closes the list, and is reported if it differs', () => {
	const { list, onChoose, button } = open()
	fireEvent.click(screen.getByRole('button', { name: '1×' }))
	expect([list(), onChoose.mock.calls, document.activeElement]).toEqual([null, [], button])
	fireEvent.click(button)
	fireEvent.click(screen.getByRole('button', { name: '2×' }))
	expect([list(), onChoose.mock.calls]).toEqual([null, [[2]]])
	advance(0)
	expect(vi.getTimerCount()).toBe(0)
})

test('[LIVE-12] Escape closes the list and returns the focus to its button', () => {
	const { list, onChoose, button } = open()
	const choice = screen.getByRole('button', { name: '2×' })
	choice.focus()
	fireEvent.keyDown(choice, { key: 'Escape' })
	expect([list(), onChoose.mock.calls, document.activeElement]).toEqual([null, [], button])
	fireEvent.click(button)
	button.blur()
	fireEvent.keyDown(document.body, { key: 'Escape' })
	expect([list(), document.activeElement]).toEqual([null, button])
})

test('leaving clears the timer of an open list', () => {
	const { unmount } = open()
	unmount()
	advance(0)
	expect(vi.getTimerCount()).toBe(0)
})
