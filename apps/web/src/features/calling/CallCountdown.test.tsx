import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { m } from '../../locales/index.ts'
import { CallCountdown } from './CallCountdown.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
	cleanup()
	vi.useRealTimers()
})

test('the seconds of a call go down to none, and no timer runs once it is over', () => {
	const { unmount } = render(<CallCountdown endsAt={Date.now() + 3_000} />)
	const text = () => screen.getByRole('timer').textContent
	expect(text()).toBe(m.calling_rings({ seconds: 3 }))
	act(() => vi.advanceTimersByTime(1_000))
	expect(text()).toBe(m.calling_rings({ seconds: 2 }))
	act(() => vi.advanceTimersByTime(5_000))
	expect(text()).toBe(m.calling_rings({ seconds: 0 }))
	unmount()
	expect(vi.getTimerCount()).toBe(0)
})
