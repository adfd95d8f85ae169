import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveView } from './liveView.ts'
import { usePictureFirst } from './usePictureFirst.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const open = (status: LiveView['status']) => renderHook(() => usePictureFirst({ status } as LiveView))

test('[LIVE-52] the discussion waits for the picture', () => {
	const { result } = open('onAir')
	expect(result.current.mayFollow).toBe(false)
	act(() => result.current.onPicture())
	expect(result.current.mayFollow).toBe(true)
})

test('[LIVE-52] it does not wait longer than five seconds', () => {
	const { result } = open('onAir')
	act(() => void vi.advanceTimersByTime(4_900))
	expect(result.current.mayFollow).toBe(false)
	act(() => void vi.advanceTimersByTime(200))
	expect(result.current.mayFollow).toBe(true)
})

test('[LIVE-52] a live without a picture has its discussion at once', () => {
	expect(open('suspended').result.current.mayFollow).toBe(true)
})
