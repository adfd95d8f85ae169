import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Playback } from '../player/playback.ts'
import { useMediaSession } from './useMediaSession.ts'

const handlers = new Map<string, () => void>()
const session = {
	metadata: null as { title: string; artwork?: { src: string }[] } | null,
	playbackState: 'none',
	setActionHandler: (action: string, act: (() => void) | null) =>
		void (act ? handlers.set(action, act) : handlers.delete(action)),
}

beforeEach(() => {
	Object.defineProperty(navigator, 'mediaSession', { value: session, configurable: true })
	vi.stubGlobal(
		'MediaMetadata',
		class {
			constructor(given: object) {
				Object.assign(this, given)
			}
		},
	)
})
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
	Reflect.deleteProperty(navigator, 'mediaSession')
})

const aPlayer = () => ({ play: vi.fn(), pause: vi.fn() }) as unknown as Playback
const shown = { title: 'Town hall', background: '/hall.png', isPaused: false }

test('the lock screen shows the current live, and nothing after the viewer has left', () => {
	const { rerender, unmount } = renderHook(({ playback, ...live }) => useMediaSession(playback, live), {
		initialProps: { playback: aPlayer(), ...shown },
	})
	expect(session).toMatchObject({ metadata: { title: 'Town hall' }, playbackState: 'playing' })
	expect(session.metadata?.artwork?.[0]?.src).toMatch(/\/hall\.png$/)
	const playback = aPlayer()
	rerender({ playback, title: 'Harvest', background: '/field.png', isPaused: true })
	expect(session).toMatchObject({ metadata: { title: 'Harvest' }, playbackState: 'paused' })
	expect(session.metadata?.artwork?.[0]?.src).toMatch(/\/field\.png$/)
	for (const action of ['play', 'pause', 'stop']) handlers.get(action)?.()
	expect([playback.play, playback.pause].map(act => vi.mocked(act).mock.calls.length)).toEqual([1, 2])
	unmount()
	expect([session.metadata, [...handlers.keys()]]).toEqual([null, []])
})
