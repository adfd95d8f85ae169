import { expect, test, vi } from 'vitest'
import type { LivePlayer, LivePlayerEvents } from './livePlayer.ts'
import { createPlayback } from './mediaPlayback.ts'
import type { Playback, PlaybackState } from './playback.ts'

interface Options {
	playsWithSound?: boolean
	playsByItself?: boolean
	placeS?: number
}

/** A media element whose position the test moves, with a player that records its calls. */
function harness({ playsWithSound = true, playsByItself = true, placeS }: Options = {}) {
	const video = document.createElement('video')
	let positionS = 0
	Object.defineProperty(video, 'currentTime', { get: () => positionS, set: (next: number) => (positionS = next) })
	Object.defineProperty(video, 'seekable', {
		get: () => ({ length: 1, start: () => 0, end: () => Math.max(endS, positionS) }),
	})
	Object.defineProperty(video, 'paused', { get: () => false })
	let hasEnded = false
	Object.defineProperty(video, 'ended', { get: () => hasEnded })
	const played = vi.fn(async () => {
		if (!playsByItself || (!playsWithSound && !video.muted))
			throw Object.assign(new Error('sound'), { name: 'NotAllowedError' })
	})
	video.play = played
	const log: string[] = []
	let events: LivePlayerEvents | undefined
	let isAtEnd = false
	/** The publisher's time; the newest picture is two seconds behind it. */
	const endS = 100
	let latencyS: number | undefined
	let nowMs = 0
	let check = () => {}
	let isChecking = false
	let state: PlaybackState | undefined
	const createPlayer = (_: HTMLVideoElement, playerEvents: LivePlayerEvents): LivePlayer => {
		events = playerEvents
		log.push('open')
		return {
			load: ({ url, mode }) => log.push(`load ${url} ${mode}`),
			remedy: remedy => log.push(remedy),
			setRewound: isRewound => log.push(`setRewound ${isRewound}`),
			goToLive: () => log.push('goToLive'),
			isAtEnd: () => isAtEnd,
			stats: () => ({
				width: 0,
				height: 0,
				droppedFrames: 0,
				bufferedS: 0,
				latencyS: latencyS ?? Math.max(endS, positionS) - positionS + 2,
			}),
			close: () => log.push('close'),
		}
	}
	const onRebuilt = vi.fn()
	const onUnavailable = vi.fn()
	const onLineLost = vi.fn()
	const onEnded = vi.fn()
	const isLineThere = vi.fn(async () => true)
	const place = {
		behindS: placeS,
		secondsBehindLive: () => place.behindS,
		keep: (behindS: number) => (place.behindS = behindS),
		forget: () => (place.behindS = undefined),
	}
	const playback = createPlayback({
		createPlayer,
		video,
		mode: 'low',
		now: () => nowMs,
		every(_, act) {
			check = act
			isChecking = true
			return () => {
				isChecking = false
			}
		},
		isPageVisible: () => true,
		onChange: next => (state = next),
		place,
		isLineThere,
		onLineLost,
		onEnded,
		onRebuilt,
		onUnavailable,
	})
	const setAtEnd = (next: boolean) => {
		isAtEnd = next
	}
	/** Every browser pauses media at its end, and fires the pause event first. */
	function end() {
		hasEnded = true
		for (const type of ['pause', 'ended']) video.dispatchEvent(new Event(type))
	}
	/** Sets the position of the picture, and the one the player reports. */
	function stand(behindS: number, said?: number) {
		latencyS = said
		positionS = endS - behindS
		nowMs += 2_000
		video.dispatchEvent(new Event('timeupdate'))
	}
	/** Two seconds, in which the picture moves or stands still. */
	function twoSeconds(moves: boolean) {
		nowMs += 2_000
		if (moves) {
			positionS += 2
			video.dispatchEvent(new Event('timeupdate'))
		}
		check()
	}
	const spies = { onRebuilt, onUnavailable, onLineLost, onEnded, isLineThere }
	return {
		playback,
		video,
		log,
		place,
		played,
		twoSeconds,
		stand,
		setAtEnd,
		end,
		...spies,
		state: () => state,
		isChecking: () => isChecking,
		fail: () => events,
	}
}

test('[LIVE-30] playback of a stalled picture is resumed', () => {
	const { playback, twoSeconds, played, state } = harness()
	playback.load('a')
	twoSeconds(true)
	expect(state()?.status).toBe('playing')
	played.mockClear()
	twoSeconds(false)
	expect(played).toHaveBeenCalledTimes(1)
	expect(state()?.status).toBe('stalled')
	twoSeconds(true)
	expect(state()?.status).toBe('playing')
})

test('[LIVE-31] the sixth stall rebuilds the player and blames the network', () => {
	const { playback, twoSeconds, log, onRebuilt, state } = harness()
	playback.load('a')
	twoSeconds(true)
	for (let stall = 1; stall <= 5; stall++) twoSeconds(false)
	expect(onRebuilt).not.toHaveBeenCalled()
	twoSeconds(false)
	expect(onRebuilt).toHaveBeenCalledTimes(1)
	expect(log.slice(-3)).toEqual(['close', 'open', 'load a low'])
	expect(state()?.hasNetworkTrouble).toBe(true)
	twoSeconds(true)
	expect(state()?.hasNetworkTrouble).toBe(false)
})

test('two stalls within a minute switch to the stable mode, and the viewer can switch back', () => {
	const { playback, twoSeconds, log, state } = harness()
	playback.load('a')
	for (const moves of [true, false, true, false]) twoSeconds(moves)
	expect(state()).toMatchObject({ mode: 'stable', wentStable: true })
	expect(log.at(-1)).toBe('load a stable')
	playback.setMode('low')
	expect(state()).toMatchObject({ mode: 'low', wentStable: false })
	expect(log.at(-1)).toBe('load a low')
})

test('if the browser blocks sound, the picture is shown muted', async () => {
	const { playback, video, state } = harness({ playsWithSound: false })
	playback.load('a')
	await vi.waitFor(() => expect(state()).toMatchObject({ isMuted: true, isSoundBlocked: true }))
	expect(video.muted).toBe(true)
	playback.setMuted(false)
	expect(state()).toMatchObject({ isMuted: false, isSoundBlocked: false })
})

test('a browser that blocks autoplay is not reloaded repeatedly: the player waits for a tap', async () => {
	const { playback, twoSeconds, onRebuilt, state } = harness({ playsByItself: false })
	playback.load('a')
	await vi.waitFor(() => expect(state()?.status).toBe('paused'))
	for (let round = 0; round < 20; round++) twoSeconds(false)
	expect(state()?.status).toBe('paused')
	expect(onRebuilt).not.toHaveBeenCalled()
	// Refused again, while it is muted already.
	playback.play()
	await vi.waitFor(() => expect(state()?.status).toBe('paused'))
	for (let round = 0; round < 20; round++) twoSeconds(false)
	expect(onRebuilt).not.toHaveBeenCalled()
})

test('while the address changes, no position is reported until player and element agree', () => {
	const { playback, stand, state } = harness()
	playback.load('a')
	stand(2)
	playback.rewindTo(65)
	stand(65)
	expect(state()).toMatchObject({ rewoundS: 65, latencyS: 67, windowS: 100 })
	playback.load('sound')
	expect(state()?.latencyS).toBeUndefined()
	stand(0, 486)
	expect(state()).toMatchObject({ rewoundS: 65, windowS: 100 })
	expect(state()?.latencyS).toBeUndefined()
	stand(64)
	expect(state()).toMatchObject({ rewoundS: 64, latencyS: 66 })
})

test('a viewer as far behind as the stable mode has not rewound; one who fell further behind has', () => {
	const { playback, stand, state } = harness()
	playback.load('a')
	stand(14)
	stand(16)
	expect(state()).toMatchObject({ rewoundS: 0, latencyS: 18 })
	stand(40)
	expect(state()?.rewoundS).toBe(40)
	playback.rewindTo(20)
	stand(18)
	expect(state()?.rewoundS).toBe(18)
	playback.goToLive()
	stand(17)
	expect(state()?.rewoundS).toBe(0)
})

test('[LIVE-28] media that cannot be decoded is reported; a refused stream ends playback', () => {
	const { fail, state, onUnavailable } = harness()
	fail()?.onFailure('media')
	expect(state()).toMatchObject({ status: 'failed', failure: 'media' })
	fail()?.onLoaded()
	expect(state()?.status).toBe('loading')
	expect(state()).not.toHaveProperty('failure')
	fail()?.onFailure('refused')
	expect(onUnavailable).toHaveBeenCalledWith('refused')
})

test('a viewer can rewind as far as media exists, and return to the newest picture', () => {
	const { playback, video, log, twoSeconds, state } = harness()
	playback.load('a')
	playback.rewindTo(60)
	expect(video.currentTime).toBe(40)
	twoSeconds(true)
	expect(state()?.rewoundS).toBe(58)
	playback.rewindTo(600)
	expect(video.currentTime).toBe(0)
	playback.goToLive()
	expect(log.at(-1)).toBe('goToLive')
	expect(state()?.rewoundS).toBe(0)
})

test.each<[string, string, (playback: Playback) => void]>([
	['a refresh', 'load a low', playback => playback.load('a')],
	['another definition', 'load b low', playback => playback.load('b')],
	['another mode', 'load a stable', playback => playback.setMode('stable')],
])('%s leads to the newest picture, where the player follows it again', (_, loaded, loadAgain) => {
	const { playback, log, stand, state } = harness()
	playback.load('a')
	playback.rewindTo(60)
	expect(log.at(-1)).toBe('setRewound true')
	loadAgain(playback)
	expect(log.slice(-2)).toEqual(['setRewound false', loaded])
	stand(18)
	expect(state()?.rewoundS).toBe(0)
})

test('a rewound viewer is at the same place after a reload, and the place moves with the picture', () => {
	const { playback, video, stand, place, state } = harness({ placeS: 60 })
	playback.load('a')
	expect(place.behindS).toBe(60)
	stand(2)
	expect(video.currentTime).toBe(40)
	expect(state()?.rewoundS).toBe(60)
	stand(58)
	expect([place.behindS, state()?.rewoundS]).toEqual([58, 58])
})

test.each([
	['left the window', 101],
	['is not known', undefined],
])('a place that %s leads to the newest picture', (_, placeS) => {
	const { playback, video, stand, state } = harness(placeS === undefined ? {} : { placeS })
	playback.load('a')
	stand(2)
	expect([video.currentTime, state()?.rewoundS]).toEqual([98, 0])
})

test('a viewer who seeks before the first picture is not moved back to the kept place', () => {
	const { playback, stand, place, state } = harness({ placeS: 60 })
	playback.load('a')
	playback.goToLive()
	stand(2)
	expect([place.behindS, state()?.rewoundS]).toEqual([undefined, 0])
})

test.each<[string, (playback: Playback) => void]>([
	['goes to the newest picture', playback => playback.goToLive()],
	['leaves the live', playback => playback.close()],
	['reloads it', playback => playback.load('a')],
])('a viewer who %s has no kept place', (_, act) => {
	const { playback, stand, place } = harness()
	playback.load('a')
	playback.rewindTo(60)
	expect(place.behindS).toBe(60)
	act(playback)
	expect(place.behindS).toBeUndefined()
	stand(17)
	expect(place.behindS).toBeUndefined()
})

test('a viewer who only fell behind has no kept place: a reload leads to the newest picture', () => {
	const { playback, stand, place, state } = harness()
	playback.load('a')
	stand(40)
	expect([state()?.rewoundS, place.behindS]).toEqual([40, undefined])
})

test('a pause by the viewer is respected', () => {
	const { playback, twoSeconds, played } = harness()
	playback.load('a')
	playback.pause()
	played.mockClear()
	twoSeconds(false)
	twoSeconds(false)
	expect(played).not.toHaveBeenCalled()
})

test('a recording paused elsewhere, such as in picture-in-picture, stays paused and resumes from there', () => {
	const { playback, video, twoSeconds, played, state } = harness()
	playback.load('recording', { isRecording: true })
	twoSeconds(true)
	video.dispatchEvent(new Event('pause'))
	expect(state()?.status).toBe('paused')
	played.mockClear()
	twoSeconds(false)
	twoSeconds(false)
	playback.resume()
	expect(played).not.toHaveBeenCalled()
	video.dispatchEvent(new Event('play'))
	twoSeconds(true)
	expect(state()?.status).toBe('playing')
	twoSeconds(false)
	expect(played).toHaveBeenCalledTimes(1)
})

test('playback paused by the browser, where the viewer has no control over it, is resumed', () => {
	const { playback, video, twoSeconds, played } = harness()
	playback.load('a')
	twoSeconds(true)
	played.mockClear()
	video.dispatchEvent(new Event('pause'))
	twoSeconds(false)
	expect(played).toHaveBeenCalledTimes(1)
})

test('the viewer can pause in full screen on an iPhone; leaving it is not a pause', () => {
	const { playback, video, twoSeconds, played, state } = harness()
	playback.load('a')
	Object.assign(video, { webkitDisplayingFullscreen: true })
	twoSeconds(true)
	video.dispatchEvent(new Event('pause'))
	played.mockClear()
	twoSeconds(false)
	video.dispatchEvent(new Event('webkitendfullscreen'))
	twoSeconds(false)
	expect(played).not.toHaveBeenCalled()
	expect(state()?.status).toBe('paused')
	video.dispatchEvent(new Event('play'))
	twoSeconds(true)
	video.dispatchEvent(new Event('pause'))
	video.dispatchEvent(new Event('webkitendfullscreen'))
	expect(played).toHaveBeenCalledTimes(1)
	twoSeconds(true)
	expect(state()?.status).toBe('playing')
})

test('a recording stays at its end and can be replayed from there', () => {
	const { playback, twoSeconds, played, state, end, onEnded } = harness()
	playback.load('recording', { isRecording: true })
	twoSeconds(true)
	played.mockClear()
	end()
	for (let check = 0; check < 8; check++) twoSeconds(false)
	playback.resume()
	expect(played).not.toHaveBeenCalled()
	expect(onEnded).not.toHaveBeenCalled()
	expect(state()?.status).toBe('paused')
	playback.play()
	expect(played).toHaveBeenCalledTimes(1)
})

/** Sets whether the media element of a 100-second recording has its metadata. */
function metadata(video: HTMLVideoElement, isThere: boolean) {
	Object.defineProperty(video, 'readyState', { configurable: true, get: () => (isThere ? 1 : 0) })
	Object.defineProperty(video, 'duration', { configurable: true, get: () => (isThere ? 100 : Number.NaN) })
	if (isThere) video.dispatchEvent(new Event('loadedmetadata'))
}

test('[LIVE-01] a recording has a position, seeking and a speed; a live after it has none of them', () => {
	const { playback, video, twoSeconds, state, log, place } = harness()
	playback.load('recording', { isRecording: true })
	expect(log).toContain('load recording stable')
	metadata(video, true)
	twoSeconds(true)
	expect(state()).toMatchObject({ recording: { positionS: 2, durationS: 100 }, rewoundS: 0, windowS: 0, rate: 1 })
	expect(state()?.latencyS).toBeUndefined()
	playback.seekTo(42)
	expect([video.currentTime, state()?.recording?.positionS]).toEqual([42, 42])
	expect(place.behindS).toBeUndefined()
	playback.setRate(1.5)
	expect([video.playbackRate, video.defaultPlaybackRate, state()?.rate]).toEqual([1.5, 1.5, 1.5])
	playback.load('live')
	expect([video.playbackRate, video.defaultPlaybackRate, state()?.rate]).toEqual([1, 1, 1])
	expect(state()?.recording).toBeUndefined()
	expect(log.at(-1)).toBe('load live low')
})

test('a recording resumes where it was after a new token, a reload and a new player; a live starts at its newest picture', () => {
	const { playback, video, twoSeconds, log } = harness()
	playback.load('recording', { isRecording: true })
	playback.seekTo(30)
	metadata(video, true)
	expect(video.currentTime).toBe(30)
	// It seeks there once: repeated events of the element have no effect.
	video.currentTime = 35
	metadata(video, true)
	expect(video.currentTime).toBe(35)
	playback.seekTo(30)
	playback.load('recording?token=2', { isRecording: true })
	video.currentTime = 0
	metadata(video, true)
	expect(video.currentTime).toBe(30)
	for (let check = 0; check < 4; check++) twoSeconds(false)
	expect(log.at(-1)).toBe('reload')
	video.currentTime = 0
	metadata(video, true)
	expect(video.currentTime).toBe(30)
	for (let check = 0; check < 8; check++) twoSeconds(false)
	expect(log.filter(entry => entry === 'open')).toHaveLength(2)
	video.currentTime = 0
	metadata(video, true)
	expect(video.currentTime).toBe(30)
	playback.load('live')
	video.currentTime = 0
	metadata(video, true)
	expect(video.currentTime).toBe(0)
})

test('a recording that stalls repeatedly stays in its mode', () => {
	const { playback, twoSeconds, state } = harness()
	playback.load('recording', { isRecording: true })
	for (let stall = 0; stall < 4; stall++) {
		twoSeconds(true)
		twoSeconds(false)
	}
	expect(state()).toMatchObject({ mode: 'low', wentStable: false })
})

test('[LIVE-33] an ended live does not restart from its beginning; its outcome is requested now and later', () => {
	const { playback, twoSeconds, played, log, end, onEnded, onRebuilt } = harness()
	playback.load('a')
	twoSeconds(true)
	played.mockClear()
	end()
	expect(onEnded).toHaveBeenCalledTimes(1)
	playback.resume()
	for (let check = 0; check < 8; check++) twoSeconds(false)
	expect(played).not.toHaveBeenCalled()
	expect(onEnded).toHaveBeenCalledTimes(2)
	expect(onRebuilt).not.toHaveBeenCalled()
	expect(log).toEqual(['open', 'load a low'])
})

/** The picture stands still because all loaded media was shown. */
async function runOut({ video, twoSeconds, isLineThere }: ReturnType<typeof harness>, checks: number) {
	isLineThere.mockClear()
	video.dispatchEvent(new Event('waiting'))
	await vi.waitFor(() => expect(isLineThere).toHaveBeenCalledTimes(1))
	for (let check = 0; check < checks; check++) twoSeconds(false)
}

test('[LIVE-31] a publisher who drops repeatedly does not switch viewers to the stable mode; the sixth stall rebuilds the player', async () => {
	const watched = harness()
	const { playback, log, twoSeconds, setAtEnd, state, onRebuilt } = watched
	playback.load('a')
	setAtEnd(true)
	for (let drop = 0; drop < 2; drop++) {
		twoSeconds(true)
		await runOut(watched, 2)
		expect(state()?.status).toBe('stalled')
	}
	expect(onRebuilt).not.toHaveBeenCalled()
	twoSeconds(true)
	await runOut(watched, 2)
	expect(onRebuilt).toHaveBeenCalledTimes(1)
	expect(state()).toMatchObject({ mode: 'low', hasNetworkTrouble: true })
	twoSeconds(true)
	expect(state()).toMatchObject({ mode: 'low', wentStable: false, status: 'playing', hasNetworkTrouble: false })
	expect(log.filter(entry => entry === 'open')).toHaveLength(2)
})

test('a line with more media than arrives here is too fast for this viewer', async () => {
	const watched = harness()
	watched.playback.load('a')
	for (let stall = 0; stall < 2; stall++) {
		watched.twoSeconds(true)
		await runOut(watched, 1)
	}
	expect(watched.state()).toMatchObject({ mode: 'stable', wentStable: true })
})

test('an unresponsive line is left at once; a responsive one is kept', async () => {
	const { playback, twoSeconds, fail, isLineThere, onLineLost } = harness()
	playback.load('a')
	twoSeconds(true)
	fail()?.onTrouble()
	await vi.waitFor(() => expect(isLineThere).toHaveBeenCalledWith('a'))
	expect(onLineLost).not.toHaveBeenCalled()
	playback.load('b')
	twoSeconds(true)
	isLineThere.mockResolvedValue(false)
	fail()?.onTrouble()
	fail()?.onTrouble()
	await vi.waitFor(() => expect(onLineLost).toHaveBeenCalledTimes(1))
	expect(isLineThere).toHaveBeenLastCalledWith('b')
})

test.each<[string, (playback: Playback) => void]>([
	['plays', playback => playback.play()],
	['loads something else', playback => playback.load('b')],
	['chooses a mode', playback => playback.setMode('stable')],
	['goes to the newest picture', playback => playback.goToLive()],
	['goes back', playback => playback.rewindTo(50)],
	['goes to a place', playback => playback.seekTo(50)],
	['comes back to the page', playback => playback.resume()],
])('[LIVE-31] the stall count is reset for a viewer who %s', (_, act) => {
	const { playback, twoSeconds, onRebuilt } = harness()
	playback.load('a')
	twoSeconds(true)
	for (let stall = 1; stall <= 5; stall++) twoSeconds(false)
	act(playback)
	for (let stall = 0; stall <= 5; stall++) twoSeconds(false)
	expect(onRebuilt).not.toHaveBeenCalled()
	twoSeconds(false)
	expect(onRebuilt).toHaveBeenCalledTimes(1)
})

test('[LIVE-31] switching to the stable mode resets the stall count', () => {
	const { playback, twoSeconds, onRebuilt, state } = harness()
	playback.load('a')
	for (const moves of [true, false, true, false]) twoSeconds(moves)
	expect(state()?.mode).toBe('stable')
	for (let stall = 0; stall <= 5; stall++) twoSeconds(false)
	expect(onRebuilt).not.toHaveBeenCalled()
	twoSeconds(false)
	expect(onRebuilt).toHaveBeenCalledTimes(1)
})

test('a place that is no longer available is not returned to once the broadcast is long enough', () => {
	const { playback, stand, video } = harness({ placeS: 150 })
	playback.load('a')
	stand(2)
	stand(-100)
	expect(video.currentTime).toBe(200)
})

test('a closed player stops watching for stalls', () => {
	const { playback, video, stand, state, isChecking, log } = harness()
	playback.load('a')
	stand(2)
	const before = state()
	playback.close()
	expect([isChecking(), log.at(-1)]).toEqual([false, 'close'])
	for (const type of ['timeupdate', 'waiting', 'ended', 'loadedmetadata']) video.dispatchEvent(new Event(type))
	stand(10)
	expect(state()).toBe(before)
})

test.each<[string, (playback: Playback) => void]>([
	['plays on', playback => playback.play()],
	['goes to the newest picture', playback => playback.goToLive()],
])('a paused viewer who %s sees it playing, and stalls are handled again', (_, act) => {
	const { playback, twoSeconds, played, state } = harness()
	playback.load('a')
	playback.pause()
	act(playback)
	twoSeconds(true)
	expect(state()?.status).toBe('playing')
	played.mockClear()
	twoSeconds(false)
	expect(played).toHaveBeenCalledTimes(1)
})

test('[LIVE-31] resuming a recording elsewhere resets the stall count', () => {
	const { playback, video, twoSeconds, onRebuilt } = harness()
	playback.load('recording', { isRecording: true })
	twoSeconds(true)
	for (let stall = 1; stall <= 5; stall++) twoSeconds(false)
	for (const type of ['pause', 'play']) video.dispatchEvent(new Event(type))
	for (let stall = 0; stall <= 5; stall++) twoSeconds(false)
	expect(onRebuilt).not.toHaveBeenCalled()
})

test('reaching the end of one line says nothing about another line', async () => {
	const { playback, twoSeconds, setAtEnd, isLineThere, log } = harness()
	playback.load('a')
	setAtEnd(true)
	twoSeconds(true)
	twoSeconds(false)
	await Promise.resolve()
	playback.load('b')
	isLineThere.mockReturnValue(new Promise(() => {}))
	for (let check = 0; check < 4; check++) twoSeconds(false)
	expect(log.at(-1)).toBe('reload')
})

test('a seek in a recording wins over the place at which it was to resume', () => {
	const { playback, video } = harness()
	playback.load('recording', { isRecording: true })
	metadata(video, true)
	video.currentTime = 30
	playback.load('recording?token=2', { isRecording: true })
	playback.seekTo(70)
	metadata(video, true)
	expect(video.currentTime).toBe(70)
})
