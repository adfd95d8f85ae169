import { liveDelays } from '@parley/core'
import type { KeptPlace } from './keptPlace.ts'
import type { LivePlayer, LivePlayerEvents, LiveSource, PlayerStats, PlayFailure } from './livePlayer.ts'
import { seekRangeOf } from './livePlayer.ts'
import type { LatencyMode } from './playerSettings.ts'
import { createStallWatch } from './stallWatch.ts'

/** The player as the viewer sees it. */
export interface PlaybackState {
	/**
	 * `loading` before the first picture · `playing` · `paused` by the viewer · `stalled`: the picture stands still and
	 * something is done about it · `failed`: it cannot be played here (LIVE-28).
	 */
	status: 'loading' | 'playing' | 'paused' | 'stalled' | 'failed'
	failure?: PlayFailure
	isMuted: boolean
	/** Muted because the browser plays sound only after a tap, and not touched since. */
	isSoundBlocked: boolean
	mode: LatencyMode
	/** The player went to the stable mode by itself, because the picture stood still too often. */
	wentStable: boolean
	/** After more than five stalls the player was rebuilt; the network is the reason (LIVE-31). */
	hasNetworkTrouble: boolean
	/** Seconds behind the publisher; missing before it is known. */
	latencyS?: number | undefined
	/** Seconds one has gone back on purpose; 0 at the newest picture. */
	rewoundS: number
	/** Seconds one can go back; 0 before it is known. */
	windowS: number
	/** Duration of a recording; missing until it is known, and for a live. */
	recording?: RecordingPlace | undefined
	/** Playback speed; 1 for a live. */
	rate: number
}

/** In seconds from the beginning. */
export interface RecordingPlace {
	positionS: number
	durationS: number
}

export interface PlaybackDeps {
	createPlayer(video: HTMLVideoElement, events: LivePlayerEvents): LivePlayer
	video: HTMLVideoElement
	mode: LatencyMode
	now(): number
	/** Calls every `ms` until the returned function is called. */
	every(ms: number, act: () => void): () => void
	isPageVisible(): boolean
	onChange(state: PlaybackState): void
	place: KeptPlace
	/** Returns whether the address responds. */
	isLineThere(url: string): Promise<boolean>
	/** The address does not respond: it is time for another line, if one exists. */
	onLineLost(): void
	/** All of the broadcast was shown: is it over, or does it go on with another stream? */
	onEnded(): void
	/** The player was rebuilt: another line, where there is one, and what has become of the broadcast. */
	onRebuilt(): void
	/** The viewer may not watch any more, or the stream is not there. */
	onUnavailable(failure: 'refused' | 'missing'): void
}

export interface LoadOptions {
	/** It is over, and begins at its beginning; loaded again it continues where the picture was. */
	isRecording?: boolean
}

export interface Playback {
	load(url: string, options?: LoadOptions): void
	play(): void
	pause(): void
	setMuted(isMuted: boolean): void
	setMode(mode: LatencyMode): void
	goToLive(): void
	/** Back from the newest picture by so many seconds, as far as there is something. */
	rewindTo(secondsBehindLive: number): void
	/** To a place of a recording, in seconds from its beginning; also before there is a picture. */
	seekTo(positionS: number): void
	/** Plays a recording so many times as fast, until something else is loaded. */
	setRate(rate: number): void
	/** Resets the counts: they are outdated after the page was hidden or the network recovered. */
	resume(): void
	stats(): PlayerStats
	close(): void
}

/** A viewer further behind the newest picture than this has rewound. */
const rewoundFromS = 15
/** A viewer who did not rewind has fallen behind from here on: the stable mode alone may be 15 s behind. */
const fallenFromS = 30
/** Player and element say the same of where the picture is, but for what the publisher and the line need. */
const agreeingS = 20

/** iPhone pauses what leaves its full screen; who pauses there has not left it as soon. */
const leavingPausesMs = 1_000

/** The browser's own controls are there: those of iPhone's full screen. */
const hasNativeControls = (video: HTMLVideoElement & { webkitDisplayingFullscreen?: boolean }): boolean =>
	video.webkitDisplayingFullscreen === true

/** `HTMLMediaElement.HAVE_METADATA`: before it there is nothing to go to. */
const haveMetadata = 1

/** Plays one broadcast in a media element, and does something about it when the picture stands still. */
export function createPlayback(deps: PlaybackDeps): Playback {
	const { video, now, onChange } = deps
	const stalls = createStallWatch()
	let state: PlaybackState = {
		status: 'loading',
		isMuted: video.muted,
		isSoundBlocked: false,
		mode: deps.mode,
		wentStable: false,
		hasNetworkTrouble: false,
		rewoundS: 0,
		windowS: 0,
		rate: 1,
	}
	let url: string | undefined
	let isRecording = false
	/** The position at which a recording resumes as soon as it can. */
	let resumeAtS: number | undefined
	let wantsToPlay = true
	/** The viewer went back, and has not come to the newest picture again. */
	let isRewound = false
	/** Until there is a picture: the viewer may have gone back before the page was loaded again. */
	let mayReturn = true
	let isAskingLine = false
	/** The picture's position at the line's last response, in seconds; undefined if it does not respond. */
	let answeredAtS: number | undefined
	let player = open()

	function open(): LivePlayer {
		return deps.createPlayer(video, {
			onFailure: fail,
			onTrouble: askLine,
			onLoaded: () => state.status === 'failed' && set({ status: 'loading' }),
		})
	}

	function set(changes: Partial<PlaybackState>) {
		const { failure: _, ...rest } = state
		state = { ...(changes.status && changes.status !== 'failed' ? rest : state), ...changes }
		onChange(state)
	}

	function fail(failure: PlayFailure) {
		if (failure === 'refused' || failure === 'missing') deps.onUnavailable(failure)
		// Media lost by the network may still arrive: the stalls decide.
		else if (failure === 'media') set({ status: 'failed', failure })
	}

	/** Asks whether the line is at fault for missing media. An unresponsive line is left before the buffer has played. */
	async function askLine() {
		if (url === undefined || isAskingLine) return
		const asked = url
		isAskingLine = true
		const isThere = await deps.isLineThere(asked)
		isAskingLine = false
		if (asked !== url) return
		answeredAtS = isThere ? video.currentTime : undefined
		if (!isThere) deps.onLineLost()
	}

	/** All there is was shown, and the line answers: nothing has come from the publisher. */
	const isPublisherAway = () =>
		answeredAtS !== undefined && Math.abs(video.currentTime - answeredAtS) <= 1 && player.isAtEnd()

	/** A live that has ended stays at its end: to play on would show what is kept of it from the beginning. */
	async function start() {
		if (video.ended && !isRecording) return
		try {
			await video.play()
		} catch (error) {
			if (!isRefused(error)) return
			if (video.muted) return waitForTap()
			// With sound only after a tap: the picture is shown without.
			video.muted = true
			set({ isMuted: true, isSoundBlocked: true })
			await video.play().catch(refusal => {
				if (isRefused(refusal)) waitForTap()
			})
		}
	}
	const isRefused = (error: unknown) => (error as Error).name === 'NotAllowedError'
	/** The browser plays nothing by itself, as a phone that saves power. */
	function waitForTap() {
		wantsToPlay = false
		set({ status: 'paused' })
	}

	function setRewound(next: boolean) {
		isRewound = next
		player.setRewound(next)
		mayReturn = false
		if (!next) deps.place.forget()
	}

	function load() {
		if (url === undefined) return
		// A broadcast that has ended has no newest picture to stay near.
		const source: LiveSource = { url, mode: isRecording ? 'stable' : state.mode }
		// A newly loaded source starts at its newest picture: the viewer has not rewound it.
		if (isRewound) setRewound(false)
		player.load(source)
		if (wantsToPlay) void start()
	}

	function keepPosition() {
		if (isRecording) resumeAtS = video.currentTime
	}

	function resumePosition() {
		if (resumeAtS !== undefined) video.currentTime = resumeAtS
		resumeAtS = undefined
	}

	function rebuild() {
		keepPosition()
		player.close()
		player = open()
		set({ status: 'loading', hasNetworkTrouble: true })
		deps.onRebuilt()
		load()
	}

	function goStable() {
		set({ mode: 'stable', wentStable: true })
		stalls.reset()
		load()
	}

	function check() {
		const { remedy, isUnsteady } = stalls.check({
			nowMs: now(),
			positionS: video.currentTime,
			shouldPlay: url !== undefined && wantsToPlay && deps.isPageVisible(),
			// Ended media is not reloaded; the outcome of the broadcast may become known later.
			isPublisherAway: !isRecording && isPublisherAway(),
			hasEnded: video.ended,
		})
		if (!remedy) return
		void askLine()
		set({ status: state.status === 'failed' ? 'failed' : 'stalled' })
		void start()
		if (remedy === 'rebuild') rebuild()
		else if (remedy === 'ask') deps.onEnded()
		else if (isUnsteady && state.mode === 'low' && !isRecording) goStable()
		else if (remedy !== 'play') {
			keepPosition()
			player.remedy(remedy)
		}
	}

	/** The picture's position; undefined while the source changes and its values do not agree yet. */
	function place(): Pick<PlaybackState, 'latencyS' | 'rewoundS' | 'windowS'> | undefined {
		const { latencyS } = player.stats()
		const range = seekRangeOf(video)
		const behindS = range ? range.end - video.currentTime : 0
		if (latencyS !== undefined && Math.abs(latencyS - behindS) > agreeingS) return undefined
		return {
			...(latencyS !== undefined && { latencyS }),
			rewoundS: behindS > (isRewound ? rewoundFromS : fallenFromS) ? Math.round(behindS) : 0,
			windowS: range ? Math.floor(range.end - range.start) : 0,
		}
	}

	function rewindTo(secondsBehindLive: number) {
		const range = seekRangeOf(video)
		if (!range) return
		setRewound(secondsBehindLive > rewoundFromS)
		video.currentTime = Math.max(range.start, range.end - secondsBehindLive)
		stalls.reset()
		set({ rewoundS: isRewound ? Math.round(secondsBehindLive) : 0 })
		keepPlace()
	}

	function keepPlace() {
		if (isRewound && state.rewoundS > 0) deps.place.keep(state.rewoundS)
	}

	/** Returns to the kept place if it is still available; otherwise the newest picture is as good as any. */
	function returnToPlace() {
		const range = seekRangeOf(video)
		if (!range) return
		mayReturn = false
		const behindS = deps.place.secondsBehindLive()
		if (behindS !== undefined && behindS <= range.end - range.start) rewindTo(behindS)
	}

	/** The position in a recording; undefined until its duration is known. */
	function recordingPlace(): RecordingPlace | undefined {
		const { currentTime, duration } = video
		const durationS = Number.isFinite(duration) ? duration : (seekRangeOf(video)?.end ?? 0)
		return durationS > 0 ? { positionS: Math.min(currentTime, durationS), durationS } : undefined
	}

	function movedInRecording() {
		set({ ...(wantsToPlay && { status: 'playing' }), hasNetworkTrouble: false, recording: recordingPlace() })
	}

	function moved() {
		if (isRecording) return movedInRecording()
		if (mayReturn) returnToPlace()
		set({ ...(wantsToPlay && { status: 'playing' }), hasNetworkTrouble: false, ...place() })
		keepPlace()
	}

	/** Handles the end of the buffer: all loaded media has been shown. */
	function ranOut() {
		if (wantsToPlay && state.status === 'playing') void askLine()
	}

	/** A recording waits for its viewer, whatever paused it: another window with its picture, or a call. */
	const mayPauseElsewhere = () => isRecording || hasNativeControls(video)
	/** Time at which the viewer paused with the controls of the browser. */
	let pausedAt = Number.NEGATIVE_INFINITY

	function paused() {
		// A browser pauses what has ended, and some what is not visible.
		if (!wantsToPlay || !mayPauseElsewhere() || video.ended || !deps.isPageVisible()) return
		pausedAt = now()
		wantsToPlay = false
		set({ status: 'paused' })
	}

	function played() {
		if (!mayPauseElsewhere() || wantsToPlay) return
		wantsToPlay = true
		stalls.reset()
	}

	function leftFullScreen() {
		if (wantsToPlay || now() - pausedAt > leavingPausesMs) return
		wantsToPlay = true
		void start()
	}

	function ended() {
		if (isRecording) {
			wantsToPlay = false
			set({ status: 'paused', recording: recordingPlace() })
		} else if (wantsToPlay) {
			set({ status: 'stalled' })
			deps.onEnded()
		}
	}

	/** Loading something sets the rate of the element back to its default. */
	function setRate(rate: number) {
		video.defaultPlaybackRate = rate
		video.playbackRate = rate
		set({ rate })
	}

	let shownAtS = -1
	function timeUpdated() {
		// A few times a second; once is enough to show.
		const second = Math.floor(video.currentTime)
		if (second === shownAtS && state.status === 'playing') return
		shownAtS = second
		if (!video.paused) moved()
		else if (isRecording) set({ recording: recordingPlace() })
	}

	const listeners = {
		loadedmetadata: resumePosition,
		timeupdate: timeUpdated,
		waiting: ranOut,
		pause: paused,
		play: played,
		ended,
		webkitendfullscreen: leftFullScreen,
	}
	for (const [type, listener] of Object.entries(listeners)) video.addEventListener(type, listener)
	const stopChecking = deps.every(liveDelays.stallCheckMs, check)

	return {
		load(next, options = {}) {
			const wasRecording = isRecording
			isRecording = options.isRecording ?? false
			resumeAtS = wasRecording && isRecording ? video.currentTime : undefined
			if (wasRecording && !isRecording) setRate(1)
			url = next
			answeredAtS = undefined
			stalls.reset()
			set({ status: 'loading', latencyS: undefined, ...(!isRecording && { recording: undefined }) })
			load()
		},
		play() {
			wantsToPlay = true
			stalls.reset()
			void start()
		},
		pause() {
			wantsToPlay = false
			video.pause()
			set({ status: 'paused' })
		},
		setMuted(isMuted) {
			video.muted = isMuted
			set({ isMuted, isSoundBlocked: false })
			if (!isMuted && wantsToPlay) void start()
		},
		setMode(mode) {
			set({ mode, wentStable: false, status: 'loading', latencyS: undefined })
			stalls.reset()
			load()
		},
		goToLive() {
			wantsToPlay = true
			setRewound(false)
			player.goToLive()
			stalls.reset()
			void start()
			set({ rewoundS: 0 })
		},
		rewindTo,
		seekTo(positionS) {
			stalls.reset()
			if (video.readyState < haveMetadata) {
				resumeAtS = positionS
				return
			}
			resumeAtS = undefined
			video.currentTime = positionS
			set({ recording: recordingPlace() })
		},
		setRate,
		resume() {
			stalls.reset()
			if (wantsToPlay) void start()
		},
		stats: () => player.stats(),
		close() {
			stopChecking()
			// A page that is loaded again closes nothing.
			deps.place.forget()
			for (const [type, listener] of Object.entries(listeners)) video.removeEventListener(type, listener)
			player.close()
		},
	}
}
