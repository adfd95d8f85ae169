import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LivePlayer } from '../../features/live/player/livePlayer.ts'
import { useSite } from '../../features/site/index.ts'
import { m } from '../../locales/index.ts'
import { aLiveStream, liveAnswers } from '../../testing/aLive.ts'
import { setPerson } from '../../testing/aPerson.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { aToken, stubMessaging, stubTransport } from '../../testing/stubMessaging.ts'
import { stubServer } from '../../testing/stubServer.ts'
import { LiveBroadcast } from './LiveBroadcast.screen.tsx'

/** A player that is six seconds behind. */
const player = vi.hoisted(() => ({ latencyS: 6 as number | undefined }))
vi.mock('../../features/live/player/hlsPlayer.ts', () => ({
	isHlsSupported: () => true,
	createHlsPlayer: (): LivePlayer => ({
		load() {},
		remedy() {},
		setRewound() {},
		goToLive() {},
		isAtEnd: () => false,
		stats: () => ({
			width: 1280,
			height: 720,
			droppedFrames: 0,
			bufferedS: 1,
			...(player.latencyS !== undefined && { latencyS: player.latencyS }),
		}),
		close() {},
	}),
}))
vi.mock('@parley/im-sdk', async original => {
	const actual = await original<typeof import('@parley/im-sdk')>()
	return { ...actual, createIM: () => actual.createIM({ environment: { openTransport: stubTransport } }) }
})

let position = 0
beforeEach(() => {
	vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 20 })
	player.latencyS = 6
	position = 0
	vi.stubGlobal('MediaSource', class {})
	vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async () => {})
	vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {})
	vi.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockReturnValue(false)
	vi.spyOn(HTMLMediaElement.prototype, 'currentTime', 'get').mockImplementation(() => ++position)
	setPerson({ kind: 'guest' })
	useSite.setState({ imAppId: 'site-1' })
})
afterEach(() => {
	cleanup()
	vi.useRealTimers()
	vi.restoreAllMocks()
	vi.unstubAllGlobals()
	for (const name of stubbed.splice(0)) Reflect.deleteProperty(...name)
	useSite.setState({ imAppId: undefined })
})

const stubbed: [object, string][] = []
/** A property that this environment has not; taken away again after the test. */
function give(target: object, name: string, value: unknown) {
	Object.defineProperty(target, name, { configurable: true, writable: true, value })
	stubbed.push([target, name])
}

const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

/** A live that plays. */
async function watch() {
	const messaging = await stubMessaging()
	stubServer({ ...liveAnswers(aLiveStream({ background: '/meeting/pictures/a.jpg' })), 'GET /im/getImToken': aToken() })
	const shown = await renderScreen('/liveBroadcast', LiveBroadcast, '/liveBroadcast?roomId=123456789')
	await screen.findByRole('button', { name: m.live_refresh() })
	await advance(100)
	const video = document.querySelector('video') as HTMLVideoElement
	await act(async () => void video.dispatchEvent(new Event('timeupdate')))
	return { ...shown, messaging, video }
}

test('the screen stays on while something plays, also after the page was hidden, and no longer', async () => {
	const locks: { release: ReturnType<typeof vi.fn> }[] = []
	const request = vi.fn(async (_: string) => {
		const lock = { release: vi.fn(async () => {}) }
		locks.push(lock)
		return lock
	})
	give(navigator, 'wakeLock', { request })
	await watch()
	await advance(20)
	expect(request.mock.calls).toEqual([['screen']])
	const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
	document.dispatchEvent(new Event('visibilitychange'))
	await advance(20)
	expect(request).toHaveBeenCalledTimes(1)
	visibility.mockReturnValue('visible')
	document.dispatchEvent(new Event('visibilitychange'))
	await advance(20)
	expect(request).toHaveBeenCalledTimes(2)
	press(m.live_pause())
	await advance(20)
	expect(locks.at(-1)?.release).toHaveBeenCalledTimes(1)
	document.dispatchEvent(new Event('visibilitychange'))
	await advance(20)
	expect(request).toHaveBeenCalledTimes(2)
})

test('a browser that refuses to keep the screen on plays all the same', async () => {
	give(navigator, 'wakeLock', { request: () => Promise.reject(new Error('the battery is low')) })
	await watch()
	await advance(20)
	expect(screen.getByText(m.live_badge_behind({ seconds: 6 }))).toBeTruthy()
})

test('the lock screen has topic and picture of the live, and plays and pauses it', async () => {
	const handlers: Record<string, (() => void) | null> = {}
	const session = {
		metadata: null as { title: string; artwork: { src: string }[] } | null,
		playbackState: 'none',
		setActionHandler: (action: string, act: (() => void) | null) => (handlers[action] = act),
	}
	give(navigator, 'mediaSession', session)
	give(
		window,
		'MediaMetadata',
		class {
			constructor(fields: object) {
				Object.assign(this, fields)
			}
		},
	)
	const { unmount } = await watch()
	expect(session.metadata).toMatchObject({
		title: 'Town hall',
		artwork: [{ src: expect.stringMatching(/^http.*\/meeting\/pictures\/a\.jpg$/) }],
	})
	expect(session.playbackState).toBe('playing')
	await act(async () => handlers.pause?.())
	expect(HTMLMediaElement.prototype.pause).toHaveBeenCalled()
	expect(session.playbackState).toBe('paused')
	vi.mocked(HTMLMediaElement.prototype.play).mockClear()
	await act(async () => handlers.play?.())
	expect(HTMLMediaElement.prototype.play).toHaveBeenCalled()
	unmount()
	expect([session.metadata, handlers]).toEqual([null, { play: null, pause: null, stop: null }])
})

test('the picture goes into a window of its own and back, where the browser has them', async () => {
	await watch()
	expect(screen.queryByRole('button', { name: m.live_picture_in_picture() })).toBeNull()
	cleanup()
	give(document, 'pictureInPictureEnabled', true)
	const enter = vi.fn(async () => {})
	const leave = vi.fn(async () => {})
	give(HTMLVideoElement.prototype, 'requestPictureInPicture', enter)
	give(document, 'exitPictureInPicture', leave)
	const { video } = await watch()
	press(m.live_picture_in_picture())
	expect(enter.mock.contexts).toEqual([video])
	give(document, 'pictureInPictureElement', video)
	press(m.live_picture_in_picture())
	expect([enter, leave].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
})

test('full screen fills the screen in landscape, and ends with a button or with the browser', async () => {
	let element: Element | null = null
	const lock = vi.fn(async (_: string) => {})
	give(document, 'fullscreenElement', null)
	Object.defineProperty(document, 'fullscreenElement', { configurable: true, get: () => element })
	give(HTMLElement.prototype, 'requestFullscreen', async function (this: Element) {
		element = this
	})
	give(document, 'exitFullscreen', async () => {
		element = null
	})
	give(window.screen, 'orientation', { lock })
	const { video } = await watch()
	press(m.live_full_screen())
	await advance(20)
	expect((element as Element | null)?.contains(video)).toBe(true)
	expect(lock.mock.calls).toEqual([['landscape']])
	press(m.live_full_screen_leave())
	await advance(20)
	expect(element).toBeNull()
	press(m.live_full_screen())
	await advance(20)
	element = null
	await act(async () => void document.dispatchEvent(new Event('fullscreenchange')))
	expect(screen.getByRole('button', { name: m.live_full_screen() })).toBeTruthy()
})

test('where elements do not fill the screen (iPhone), the video does by itself; where nothing may, the page does', async () => {
	give(HTMLElement.prototype, 'requestFullscreen', undefined)
	const byVideo = vi.fn()
	give(HTMLVideoElement.prototype, 'webkitEnterFullscreen', byVideo)
	await watch()
	press(m.live_full_screen())
	await advance(20)
	expect(byVideo).toHaveBeenCalledTimes(1)
	expect(screen.getByRole('button', { name: m.live_full_screen() })).toBeTruthy()
	byVideo.mockImplementation(() => {
		throw new Error('not here')
	})
	press(m.live_full_screen())
	await advance(20)
	expect(screen.getByRole('button', { name: m.live_full_screen_leave() })).toBeTruthy()
})

test('a message is shown when the picture of the viewer gets to it, and at once where one does not want that', async () => {
	const { messaging } = await watch()
	await screen.findByRole('log', { name: m.live_tab_discussion() })
	await advance(2_000)
	const isShown = (text: string) => screen.queryByText(text) !== null
	messaging.write('chat', { content: 'with the picture' })
	await advance(5_000)
	expect(isShown('with the picture')).toBe(false)
	await advance(2_500)
	expect(isShown('with the picture')).toBe(true)
	press(m.live_settings())
	const sheet = within(await screen.findByRole('dialog', { name: m.live_settings() }))
	fireEvent.click(sheet.getByRole('switch', { name: new RegExp(`^${m.live_syncChat()}`) }))
	fireEvent.click(sheet.getByRole('button', { name: m.common_close() }))
	messaging.write('chat', { content: 'at once' })
	await advance(1_500)
	expect(isShown('at once')).toBe(true)
})

test('before it is known how far the picture is behind, messages do not wait', async () => {
	player.latencyS = undefined
	const { messaging } = await watch()
	await screen.findByRole('log', { name: m.live_tab_discussion() })
	await advance(2_000)
	messaging.write('chat', { content: 'at once' })
	await advance(1_500)
	expect(screen.queryByText('at once')).toBeTruthy()
})
