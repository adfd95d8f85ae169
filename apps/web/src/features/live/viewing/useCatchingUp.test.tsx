import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Chat } from '../chat/chat.ts'
import { createChatStore } from '../chat/chatState.ts'
import { useCatchingUp } from './useCatchingUp.ts'
import type { WatchedLive } from './useLiveStream.ts'

afterEach(cleanup)

test('[LIVE-32] the state is requested each time the discussion starts to be received; not after leaving', () => {
	const { store, setStatus, setConnection } = createChatStore({ discussion: 'g1' }, { name: 'Ann', isNameChosen: true })
	const [catchUp, setHearing] = [vi.fn(), vi.fn()]
	const live = { catchUp, setHearing } as unknown as WatchedLive
	const { rerender, unmount } = renderHook(chat => useCatchingUp(live, chat), {
		initialProps: undefined as Chat | undefined,
	})
	const hears = () => [setHearing.mock.lastCall?.[0], catchUp.mock.calls.length]
	expect(hears()).toEqual([false, 0])
	rerender({ store } as unknown as Chat)
	act(() => {
		setConnection({ status: 'ready' })
		setStatus('discussion', 'open')
	})
	expect(hears()).toEqual([true, 1])
	act(() => setConnection({ status: 'reconnecting' }))
	expect(hears()).toEqual([false, 1])
	act(() => setConnection({ status: 'ready' }))
	expect(hears()).toEqual([true, 2])
	unmount()
	expect(hears()).toEqual([false, 2])
})
