import type { WaitingPerson } from '@parley/room'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useAdmitCard } from './useAdmitCard.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
	cleanup()
	vi.useRealTimers()
})

const waitingOf = (...ids: string[]) => ({
	count: ids.length,
	people: ids.map(id => ({ id, name: id, isGuest: false }) as unknown as WaitingPerson),
})
const setUp = () => renderHook(useAdmitCard, { initialProps: waitingOf() })
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('[ROOM-142] the card folds after eight seconds, counted again for each who comes', () => {
	const { result, rerender } = setUp()
	expect(result.current.isShown).toBe(false)
	rerender(waitingOf('mei'))
	pass(7_900)
	rerender(waitingOf('mei', 'lei'))
	pass(7_900)
	expect(result.current.isShown).toBe(true)
	pass(100)
	expect(result.current.isShown).toBe(false)
	// Somebody who is let in is nobody new.
	rerender(waitingOf('lei'))
	expect(result.current.isShown).toBe(false)
})

test('[ROOM-142] the card stays while a person is at it, until nobody waits; then it folds by itself again', () => {
	const { result, rerender } = setUp()
	rerender(waitingOf('mei'))
	act(() => result.current.keep())
	pass(20_000)
	expect(result.current.isShown).toBe(true)
	rerender(waitingOf())
	rerender(waitingOf('lei'))
	expect(result.current.isShown).toBe(true)
	pass(8_000)
	expect(result.current.isShown).toBe(false)
})
