import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createNativePlayer } from './nativePlayer.ts'

const url = 'https://live.example/master.m3u8'

beforeEach(() => {
	vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => {})
	vi.stubGlobal('MediaError', { MEDIA_ERR_DECODE: 3 })
})
afterEach(() => {
	vi.restoreAllMocks()
	vi.unstubAllGlobals()
})

test('media events of the browser are reported until the player is closed; then the element is empty', () => {
	const video = document.createElement('video')
	const events = { onFailure: vi.fn(), onLoaded: vi.fn(), onTrouble: vi.fn() }
	const player = createNativePlayer(video, events)
	const fail = (code: number) => {
		Object.defineProperty(video, 'error', { value: { code }, configurable: true })
		video.dispatchEvent(new Event('error'))
	}
	player.load({ url, mode: 'stable' })
	video.dispatchEvent(new Event('loadeddata'))
	fail(2)
	fail(3)
	expect([events.onLoaded.mock.calls.length, events.onFailure.mock.calls]).toEqual([1, [['network'], ['media']]])
	player.close()
	expect(video.getAttribute('src')).toBeNull()
	video.dispatchEvent(new Event('loadeddata'))
	fail(2)
	player.remedy('reload')
	expect([events.onLoaded.mock.calls.length, events.onFailure.mock.calls.length]).toEqual([1, 2])
	expect(video.getAttribute('src')).toBeNull()
})
