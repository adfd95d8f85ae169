import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PlaybackDeps, PlaybackState } from './playback.ts'
import { preloadPlayer, usePlayback, type WatchEvents } from './usePlayback.ts'

interface Opened {
	deps: PlaybackDeps
	log: string[]
}
const stub = vi.hoisted(() => ({ opened: [] as unknown[], isSupported: true, isBroken: false, loads: 0 }))
const opened = () => stub.opened as Opened[]

vi.mock('./mediaPlayback.ts', () => ({
	createPlayback(deps: PlaybackDeps) {
		const log: string[] = []
		stub.opened.push({ deps, log })
		const note = (name: string) => (given?: unknown) => void log.push(given === undefined ? name : `${name} ${given}`)
		return { load: note('load'), resume: note('resume'), close: note('close') }
	},
}))
vi.mock('./hlsPlayer.ts', () => ({
	createHlsPlayer: 'hls',
	isHlsSupported() {
		stub.loads++
		if (stub.isBroken) throw new Error('not loaded')
		return stub.isSupported
	},
}))
vi.mock('./nativePlayer.ts', () => ({ createNativePlayer: 'native' }))
vi.mock('./switchingPlayer.ts', () => ({ createSwitchingPlayer: (...given: unknown[]) => given }))
const engine = vi.hoisted(() => ({ name: 'hls' }))
vi.mock('./playerEngine.ts', () => ({
	choosePlayerEngine: () => engine.name,
	readPlayerSupport: (has: boolean) => has,
}))

let visibility: DocumentVisibilityState = 'visible'
beforeEach(() => {
	Object.assign(stub, { opened: [], isSupported: true, isBroken: false, loads: 0 })
	engine.name = 'hls'
	visibility = 'visible'
	vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
})
afterEach(() => {
	cleanup()
	vi.restoreAllMocks()
	vi.unstubAllGlobals()
	vi.useRealTimers()
})

const video = { current: document.createElement('video') }
const noEvents = (): WatchEvents => ({
	onRebuilt: vi.fn(),
	onEnded: vi.fn(),
	onLineLost: vi.fn(),
	onUnavailable: vi.fn(),
})
interface Props {
	url: string | undefined
	stream?: string | undefined
	isRecording?: boolean
	events?: WatchEvents
	element?: typeof video
}
const openHook = (initialProps: Props = { url: '/a' }) =>
	renderHook(
		({ url, stream, isRecording = false, events = noEvents(), element = video }: Props) =>
			usePlayback(element, { url, stream, isRecording }, events),
		{ initialProps },
	)
const settled = () => act(async () => void (await new Promise(resolve => setTimeout(resolve, 20))))
const logs = () => opened().map(({ log }) => log)

test('nothing is loaded or played without an address', async () => {
	const { result } = openHook({ url: undefined })
	await settled()
	expect([result.current, stub.loads, opened()]).toEqual([
		{ state: { status: 'starting' }, playback: undefined },
		0,
		[],
	])
})

test('an address is played, and a second one in the same player', async () => {
	const { result, rerender } = openHook()
	expect(result.current.state).toEqual({ status: 'starting' })
	await settled()
	expect([opened()[0]?.deps.createPlayer, opened()[0]?.deps.video]).toEqual(['hls', video.current])
	rerender({ url: '/b' })
	rerender({ url: '/b', stream: 's' })
	await settled()
	expect(logs()).toEqual([['load /a', 'load /b']])
	act(() => opened()[0]?.deps.onChange({ status: 'playing' } as PlaybackState))
	expect(result.current.state).toEqual({ status: 'playing' })
})

test('losing the address or leaving the page closes the player; a new address creates another one', async () => {
	const { result, rerender, unmount } = openHook()
	await settled()
	act(() => opened()[0]?.deps.onChange({ status: 'playing' } as PlaybackState))
	rerender({ url: undefined })
	expect([logs(), result.current]).toEqual([
		[['load /a', 'close']],
		{ state: { status: 'starting' }, playback: undefined },
	])
	rerender({ url: '/c' })
	await settled()
	unmount()
	expect(logs()).toEqual([
		['load /a', 'close'],
		['load /c', 'close'],
	])
})

test('a player that loads after the viewer has left is not created and reports nothing', async () => {
	const { unmount } = openHook()
	unmount()
	await settled()
	expect(opened()).toEqual([])
	stub.isBroken = true
	const late = openHook()
	late.rerender({ url: undefined })
	await settled()
	expect(late.result.current.state).toEqual({ status: 'starting' })
})

test('a page that becomes visible or online resumes; a hidden or closed one does not', async () => {
	const { unmount } = openHook()
	await settled()
	const tell = () => {
		document.dispatchEvent(new Event('visibilitychange'))
		window.dispatchEvent(new Event('online'))
	}
	tell()
	expect(logs()).toEqual([['load /a', 'resume', 'resume']])
	visibility = 'hidden'
	tell()
	expect(logs()[0]).toHaveLength(3)
	visibility = 'visible'
	unmount()
	tell()
	expect(logs()).toEqual([['load /a', 'resume', 'resume', 'close']])
})

test('events call the latest callbacks of the page', async () => {
	const [first, second] = [noEvents(), noEvents()]
	const { rerender } = openHook({ url: '/a', events: first })
	await settled()
	rerender({ url: '/a', events: second })
	const { deps } = opened()[0] as Opened
	deps.onRebuilt()
	deps.onLineLost()
	deps.onEnded()
	deps.onUnavailable('refused')
	for (const name of Object.keys(first) as (keyof WatchEvents)[]) {
		expect(first[name]).not.toHaveBeenCalled()
		expect(second[name]).toHaveBeenCalledOnce()
	}
	expect(second.onUnavailable).toHaveBeenCalledWith('refused')
})

test('[LIVE-28] an unsupported browser and a failed load of the player are reported', async () => {
	stub.isSupported = false
	const unsupported = openHook()
	await settled()
	expect(unsupported.result.current.state).toEqual({ status: 'unsupported' })
	stub.isBroken = true
	const unreachable = openHook()
	await settled()
	expect(unreachable.result.current.state).toEqual({ status: 'unreachable' })
	engine.name = 'none'
	const none = openHook()
	await settled()
	expect([none.result.current.state, opened()]).toEqual([{ status: 'unsupported' }, []])
})

test('each engine has its player; where it may switch, hls.js is loaded on demand', async () => {
	engine.name = 'native'
	openHook()
	await settled()
	expect(opened().at(-1)?.deps.createPlayer).toBe('native')
	engine.name = 'switching'
	openHook()
	await settled()
	const made = opened()
		.at(-1)
		?.deps.createPlayer('video' as never, 'events' as never) as unknown as unknown[]
	expect(made.slice(0, 2)).toEqual(['video', 'events'])
	expect(await (made[2] as () => Promise<unknown>)()).toBe('hls')
	stub.isSupported = false
	expect(await (made[2] as () => Promise<unknown>)()).toBeUndefined()
})

test('nothing plays before the page has its element', async () => {
	openHook({ url: '/a', element: { current: null as never } })
	await settled()
	expect(opened()).toEqual([])
})

test('the player is loaded alongside the live, and a failed load is retried with it', async () => {
	preloadPlayer()
	await settled()
	expect(stub.loads).toBe(1)
	stub.isBroken = true
	preloadPlayer()
	await settled()
	expect(stub.loads).toBe(2)
})

test('playback uses the clock, the timers and the visibility of the page', async () => {
	openHook({ url: '/a', stream: 's1' })
	await settled()
	const { deps } = opened()[0] as Opened
	expect(Math.abs(deps.now() - performance.now())).toBeLessThan(1_000)
	expect(deps.isPageVisible()).toBe(true)
	visibility = 'hidden'
	expect(deps.isPageVisible()).toBe(false)
	vi.useFakeTimers()
	const act = vi.fn()
	const stop = deps.every(100, act)
	vi.advanceTimersByTime(250)
	expect(act).toHaveBeenCalledTimes(2)
	stop()
	vi.advanceTimersByTime(1_000)
	expect(act).toHaveBeenCalledTimes(2)
})

test('a line is available if it responds within a second', async () => {
	openHook()
	await settled()
	const { deps } = opened()[0] as Opened
	vi.stubGlobal('fetch', async () => new Response('', { status: 404 }))
	expect(await deps.isLineThere('/a')).toBe(true)
	vi.stubGlobal(
		'fetch',
		(_: string, { signal }: RequestInit) =>
			new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
	)
	const asked = performance.now()
	expect(await deps.isLineThere('/a')).toBe(false)
	expect(performance.now() - asked).toBeGreaterThan(900)
})

test('a browser with data saving starts in the stable mode', async () => {
	vi.stubGlobal('navigator', {
		...navigator,
		vendor: 'Google Inc.',
		connection: { saveData: true, effectiveType: '4g' },
	})
	openHook()
	await settled()
	vi.stubGlobal('navigator', {
		...navigator,
		vendor: 'Google Inc.',
		connection: { saveData: false, effectiveType: '4g' },
	})
	openHook()
	await settled()
	expect(opened().map(({ deps }) => deps.mode)).toEqual(['stable', 'low'])
})
