import type { Reaction } from '@parley/room'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { m } from '../../../locales/index.ts'
import type { JoinedRoom } from '../roomState.ts'
import { useReactionAnnouncement } from './useReactionAnnouncement.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
	cleanup()
	vi.useRealTimers()
})

const roomWith = (...shown: [id: string, number: number, reaction?: Reaction][]) =>
	({
		self: 'self',
		people: ['self', 'mei', 'lei'].map(id => ({ id, name: `Name of ${id}` })),
		reactions: new Map(shown.map(([id, number, reaction = 'clap']) => [id, { reaction, times: 1, number }])),
	}) as unknown as JoinedRoom

const announced = () =>
	renderHook(({ room }: { room: JoinedRoom }) => useReactionAnnouncement(room), { initialProps: { room: roomWith() } })
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('[ROOM-103] reactions of others are gathered into one line, and one line is read out in ten seconds', () => {
	const { result, rerender, unmount } = announced()
	rerender({ room: roomWith(['mei', 1], ['self', 2]) })
	expect(result.current).toBe('')
	pass(1_500)
	expect(result.current).toBe(m.room_reacted({ name: 'Name of mei', reaction: m.room_reaction_clap() }))

	rerender({ room: roomWith(['mei', 3], ['lei', 4]) })
	// One that goes away is not a new one.
	rerender({ room: roomWith(['lei', 4]) })
	pass(9_000)
	expect(result.current).toContain('Name of mei')
	pass(1_000)
	expect(result.current).toBe(m.room_reacted_many({ count: 2 }))
	rerender({ room: roomWith(['mei', 5]) })
	unmount()
	expect(vi.getTimerCount()).toBe(0)
})

test('[ROOM-103] nobody hears of their own reaction', () => {
	const { result, rerender } = announced()
	rerender({ room: roomWith(['self', 1]) })
	pass(20_000)
	expect(result.current).toBe('')
})
