import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { stubServer } from '../../../testing/stubServer.ts'
import type { Playback } from '../player/playback.ts'
import { useReplay } from './useReplay.ts'

afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})

const playlist = (minute: number) => ({
	text: `#EXTM3U\n#EXT-X-PROGRAM-DATE-TIME:2026-11-22T10:0${minute}:00.000Z\n#EXTINF:60.0,\n1.m4s\n#EXT-X-ENDLIST\n`,
})
const at = (minute: number) => Date.parse(`2026-11-22T10:0${minute}:00.000Z`)
const aPlayer = () => ({ seekTo: vi.fn() }) as unknown as Playback & { seekTo: ReturnType<typeof vi.fn> }

function show(recording: string | undefined, answers: Parameters<typeof stubServer>[0]) {
	const server = stubServer(answers)
	const { result, rerender, unmount } = renderHook(useReplay, { initialProps: recording })
	const settled = () => act(async () => void (await new Promise(resolve => setTimeout(resolve))))
	return { server, rerender, unmount, settled, replay: () => result.current }
}

test('a place asked for before the recording plays is gone to once, by the first player', async () => {
	const { replay } = show('/a.m3u8', {})
	act(() => replay().seekTo(42))
	expect(replay().isOn).toBe(true)
	const [first, second] = [aPlayer(), aPlayer()]
	act(() => replay().setPlayback(first))
	act(() => replay().setPlayback(undefined))
	act(() => replay().setPlayback(second))
	expect([first.seekTo.mock.calls, second.seekTo.mock.calls]).toEqual([[[42]], []])
	act(() => replay().seekTo(50))
	expect(second.seekTo.mock.calls).toEqual([[50]])
})

test('a recording that is no more is not played on when another one is there', async () => {
	const { replay, rerender } = show('/a.m3u8', {})
	act(() => replay().start())
	rerender(undefined)
	expect(replay().isOn).toBe(false)
	rerender('/b.m3u8')
	expect(replay().isOn).toBe(false)
})

test('when something was broadcast is read from the recording that is there now, and not after leaving', async () => {
	let late: (given: { text: string }) => void = () => {}
	const { replay, rerender, settled, unmount } = show('/a.m3u8', {
		'GET /a.m3u8': () => new Promise(resolve => (late = resolve)),
		'GET /b.m3u8': playlist(5),
	})
	rerender('/b.m3u8')
	await settled()
	act(() => replay().start())
	act(() => replay().setPosition(60))
	expect(replay().at).toBe(at(6))
	// The answer about the one before comes late.
	await act(async () => late(playlist(1)))
	await settled()
	expect(replay().at).toBe(at(6))
	unmount()
})
