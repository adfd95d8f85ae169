import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchSystemMute } from './systemMute.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watch({ muted = false } = {}) {
	const told: boolean[] = []
	const track = Object.assign(new EventTarget(), { muted })
	const stop = watchSystemMute(track as unknown as MediaStreamTrack, isMuted => told.push(isMuted))
	const setMuted = (isMuted: boolean) => {
		track.muted = isMuted
		track.dispatchEvent(new Event(isMuted ? 'mute' : 'unmute'))
	}
	return { told, stop, setMuted }
}

test('[ROOM-200] a device that the system mutes is told once, and so is its return', () => {
	const { told, setMuted } = watch()
	setMuted(true)
	vi.advanceTimersByTime(1_499)
	expect(told).toEqual([])
	vi.advanceTimersByTime(1)
	setMuted(true)
	vi.advanceTimersByTime(5_000)
	expect(told).toEqual([true])
	setMuted(false)
	expect(told).toEqual([true, false])
})

test('[ROOM-200] an instant is not told; a device that was opened muted is', () => {
	const { told, setMuted } = watch()
	setMuted(true)
	vi.advanceTimersByTime(1_000)
	setMuted(false)
	vi.advanceTimersByTime(5_000)
	expect(told).toEqual([])
	const opened = watch({ muted: true })
	vi.advanceTimersByTime(1_500)
	expect(opened.told).toEqual([true])
})

test('[ROOM-200] a page in the background waits until it is shown', () => {
	const { told, setMuted } = watch()
	const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
	setMuted(true)
	vi.advanceTimersByTime(10_000)
	expect(told).toEqual([])
	hidden.mockReturnValue(false)
	vi.advanceTimersByTime(1_500)
	expect(told).toEqual([true])
	hidden.mockRestore()
})

test('after it is stopped nothing is told', () => {
	const { told, stop, setMuted } = watch()
	setMuted(true)
	stop()
	vi.advanceTimersByTime(5_000)
	setMuted(false)
	expect(told).toEqual([])
	expect(vi.getTimerCount()).toBe(0)
})
