import { liveDelays } from '@parley/core'
import { LineProbe } from './lineProbe.ts'
import type { LivePlayer, PlayFailure } from './livePlayer.ts'
import { seekRangeOf } from './livePlayer.ts'
import type { LoadOptions, Playback, PlaybackDeps, PlaybackState, RecordingPlace } from './playback.ts'
import type { LatencyMode } from './playerSettings.ts'
import { createStallWatch } from './stallWatch.ts'

/** A viewer further behind the newest picture than this has rewound. */
const rewoundFromS = 15
/** A viewer who did not rewind has fallen behind from here on: the stable mode alone may be 15 s behind. */
const fallenFromS = 30
/** Player and element agree about the picture's position, except for what the publisher and the line need. */
const agreeingS = 20

/** iPhone pauses the video on leaving its full screen; a viewer who pauses there does not leave it this soon. */
const leavingPausesMs = 1_000

/** The browser's own controls are shown: those of iPhone's full screen. */
const hasNativeControls = (video: HTMLVideoElement & { webkitDisplayingFullscreen?: boolean }): boolean =>
	video.webkitDisplayingFullscreen === true

/** `HTMLMediaElement.HAVE_METADATA`: before it the element cannot seek. */
const haveMetadata = 1

const isRefused = (error: unknown) => (error as Error).name === 'NotAllowedError'

/** Plays one broadcast in a media element, and does something about it when the picture stands still. */
export const createPlayback = (deps: PlaybackDeps): Playback => new MediaPlayback(deps)

class MediaPlayback implements Playback {
	readonly #deps: PlaybackDeps
	readonly #video: HTMLVideoElement
	readonly #stalls = createStallWatch()
	readonly #line: LineProbe
	readonly #listeners: Record<string, () => void>
	readonly #stopChecking: () => void
	#player: LivePlayer
	#state: PlaybackState
	#url: string | undefined
	#isRecording = false
	/** The position at which a recording resumes as soon as it can. */
	#resumeAtS: number | undefined
	#wantsToPlay = true
	/** The viewer went back, and has not come to the newest picture again. */
	#isRewound = false
	/** Until there is a picture: the viewer may have gone back before the page was loaded again. */
	#mayReturn = true
	/** Time at which the viewer paused with the controls of the browser. */
	#pausedAt = Number.NEGATIVE_INFINITY
	/** The last second of the media that was shown. */
	#shownAtS = -1

	constructor(deps: PlaybackDeps) {
		this.#deps = deps
		this.#video = deps.video
		this.#line = new LineProbe(deps)
		this.#state = {
			status: 'loading',
			isMuted: deps.video.muted,
			isSoundBlocked: false,
			mode: deps.mode,
			wentStable: false,
			hasNetworkTrouble: false,
			rewoundS: 0,
			windowS: 0,
			rate: 1,
		}
		this.#player = this.#open()
		this.#listeners = {
			loadedmetadata: () => this.#resumePosition(),
			timeupdate: () => this.#timeUpdated(),
			waiting: () => this.#bufferEmptied(),
			pause: () => this.#paused(),
			play: () => this.#played(),
			ended: () => this.#ended(),
			webkitendfullscreen: () => this.#leftFullScreen(),
		}
		for (const [type, listener] of Object.entries(this.#listeners)) this.#video.addEventListener(type, listener)
		this.#stopChecking = deps.every(liveDelays.stallCheckMs, () => this.#check())
	}

	load(url: string, { isRecording = false }: LoadOptions = {}): void {
		const wasRecording = this.#isRecording
		this.#isRecording = isRecording
		this.#resumeAtS = wasRecording && isRecording ? this.#video.currentTime : undefined
		if (wasRecording && !isRecording) this.setRate(1)
		this.#url = url
		this.#line.setUrl(url)
		this.#stalls.reset()
		this.#set({ status: 'loading', latencyS: undefined, ...(!isRecording && { recording: undefined }) })
		this.#loadPlayer()
	}

	play(): void {
		this.#wantsToPlay = true
		this.#stalls.reset()
		void this.#start()
	}

	pause(): void {
		this.#wantsToPlay = false
		this.#video.pause()
		this.#set({ status: 'paused' })
	}

	setMuted(isMuted: boolean): void {
		this.#video.muted = isMuted
		this.#set({ isMuted, isSoundBlocked: false })
		if (!isMuted && this.#wantsToPlay) void this.#start()
	}

	setMode(mode: LatencyMode): void {
		this.#set({ mode, wentStable: false, status: 'loading', latencyS: undefined })
		this.#stalls.reset()
		this.#loadPlayer()
	}

	goToLive(): void {
		this.#wantsToPlay = true
		this.#setRewound(false)
		this.#player.goToLive()
		this.#stalls.reset()
		void this.#start()
		this.#set({ rewoundS: 0 })
	}

	rewindTo(secondsBehindLive: number): void {
		const range = seekRangeOf(this.#video)
		if (!range) return
		this.#setRewound(secondsBehindLive > rewoundFromS)
		this.#video.currentTime = Math.max(range.start, range.end - secondsBehindLive)
		this.#stalls.reset()
		this.#set({ rewoundS: this.#isRewound ? Math.round(secondsBehindLive) : 0 })
		this.#keepPlace()
	}

	seekTo(positionS: number): void {
		this.#stalls.reset()
		if (this.#video.readyState < haveMetadata) {
			this.#resumeAtS = positionS
			return
		}
		this.#resumeAtS = undefined
		this.#video.currentTime = positionS
		this.#set({ recording: this.#recordingPlace() })
	}

	/** Loading a source resets the element's rate to its default. */
	setRate(rate: number): void {
		this.#video.defaultPlaybackRate = rate
		this.#video.playbackRate = rate
		this.#set({ rate })
	}

	resume(): void {
		this.#stalls.reset()
		if (this.#wantsToPlay) void this.#start()
	}

	stats() {
		return this.#player.stats()
	}

	close(): void {
		this.#stopChecking()
		// The place outlives a reload, which does not close the playback.
		this.#deps.place.forget()
		for (const [type, listener] of Object.entries(this.#listeners)) this.#video.removeEventListener(type, listener)
		this.#player.close()
	}

	#open(): LivePlayer {
		return this.#deps.createPlayer(this.#video, {
			onFailure: failure => this.#failed(failure),
			onTrouble: () => void this.#line.ask(),
			onLoaded: () => this.#state.status === 'failed' && this.#set({ status: 'loading' }),
		})
	}

	#set(changes: Partial<PlaybackState>): void {
		const { failure: _, ...rest } = this.#state
		this.#state = { ...(changes.status && changes.status !== 'failed' ? rest : this.#state), ...changes }
		this.#deps.onChange(this.#state)
	}

	#failed(failure: PlayFailure): void {
		if (failure === 'refused' || failure === 'missing') this.#deps.onUnavailable(failure)
		// Media lost by the network may still arrive: the stalls decide.
		else if (failure === 'media') this.#set({ status: 'failed', failure })
	}

	/** A live that has ended stays at its end: playing on would restart it at the beginning of its window. */
	async #start(): Promise<void> {
		const video = this.#video
		if (video.ended && !this.#isRecording) return
		try {
			await video.play()
		} catch (error) {
			if (!isRefused(error)) return
			if (video.muted) return this.#waitForTap()
			// The browser plays sound only after a tap: the picture is shown without sound.
			video.muted = true
			this.#set({ isMuted: true, isSoundBlocked: true })
			await video.play().catch(refusal => {
				if (isRefused(refusal)) this.#waitForTap()
			})
		}
	}

	/** The browser plays nothing by itself, for example on a phone that saves power. */
	#waitForTap(): void {
		this.#wantsToPlay = false
		this.#set({ status: 'paused' })
	}

	#setRewound(isRewound: boolean): void {
		this.#isRewound = isRewound
		this.#player.setRewound(isRewound)
		this.#mayReturn = false
		if (!isRewound) this.#deps.place.forget()
	}

	#loadPlayer(): void {
		if (this.#url === undefined) return
		// A newly loaded source starts at its newest picture: the viewer has not rewound it.
		if (this.#isRewound) this.#setRewound(false)
		// A broadcast that has ended has no newest picture to stay near.
		this.#player.load({ url: this.#url, mode: this.#isRecording ? 'stable' : this.#state.mode })
		if (this.#wantsToPlay) void this.#start()
	}

	#keepPosition(): void {
		if (this.#isRecording) this.#resumeAtS = this.#video.currentTime
	}

	#resumePosition(): void {
		if (this.#resumeAtS !== undefined) this.#video.currentTime = this.#resumeAtS
		this.#resumeAtS = undefined
	}

	#rebuild(): void {
		this.#keepPosition()
		this.#player.close()
		this.#player = this.#open()
		this.#set({ status: 'loading', hasNetworkTrouble: true })
		this.#deps.onRebuilt()
		this.#loadPlayer()
	}

	#goStable(): void {
		this.#set({ mode: 'stable', wentStable: true })
		this.#stalls.reset()
		this.#loadPlayer()
	}

	#check(): void {
		const { remedy, isUnsteady } = this.#stalls.check({
			nowMs: this.#deps.now(),
			positionS: this.#video.currentTime,
			shouldPlay: this.#url !== undefined && this.#wantsToPlay && this.#deps.isPageVisible(),
			isPublisherAway: !this.#isRecording && this.#isPublisherAway(),
			// Ended media is not reloaded; the outcome of the broadcast may become known later.
			hasEnded: this.#video.ended,
		})
		if (!remedy) return
		void this.#line.ask()
		this.#set({ status: this.#state.status === 'failed' ? 'failed' : 'stalled' })
		void this.#start()
		if (remedy === 'rebuild') this.#rebuild()
		else if (remedy === 'ask') this.#deps.onEnded()
		else if (isUnsteady && this.#state.mode === 'low' && !this.#isRecording) this.#goStable()
		else if (remedy !== 'play') {
			this.#keepPosition()
			this.#player.remedy(remedy)
		}
	}

	/** All received media was shown and the line responds: the publisher has sent nothing. */
	#isPublisherAway(): boolean {
		return this.#line.hasRespondedHere() && this.#player.isAtEnd()
	}

	/** The picture's position; undefined while the source changes and its values do not agree yet. */
	#place(): Pick<PlaybackState, 'latencyS' | 'rewoundS' | 'windowS'> | undefined {
		const { latencyS } = this.#player.stats()
		const range = seekRangeOf(this.#video)
		const behindS = range ? range.end - this.#video.currentTime : 0
		if (latencyS !== undefined && Math.abs(latencyS - behindS) > agreeingS) return undefined
		return {
			...(latencyS !== undefined && { latencyS }),
			rewoundS: behindS > (this.#isRewound ? rewoundFromS : fallenFromS) ? Math.round(behindS) : 0,
			windowS: range ? Math.floor(range.end - range.start) : 0,
		}
	}

	#keepPlace(): void {
		if (this.#isRewound && this.#state.rewoundS > 0) this.#deps.place.keep(this.#state.rewoundS)
	}

	/** Returns to the kept place if it is still available; otherwise the newest picture is as good as any. */
	#returnToPlace(): void {
		const range = seekRangeOf(this.#video)
		if (!range) return
		this.#mayReturn = false
		const behindS = this.#deps.place.secondsBehindLive()
		if (behindS !== undefined && behindS <= range.end - range.start) this.rewindTo(behindS)
	}

	/** The position in a recording; undefined until its duration is known. */
	#recordingPlace(): RecordingPlace | undefined {
		const { currentTime, duration } = this.#video
		const durationS = Number.isFinite(duration) ? duration : (seekRangeOf(this.#video)?.end ?? 0)
		return durationS > 0 ? { positionS: Math.min(currentTime, durationS), durationS } : undefined
	}

	#timeUpdated(): void {
		// The event fires several times a second; the state changes once a second.
		const second = Math.floor(this.#video.currentTime)
		if (second === this.#shownAtS && this.#state.status === 'playing') return
		this.#shownAtS = second
		if (!this.#video.paused) this.#moved()
		else if (this.#isRecording) this.#set({ recording: this.#recordingPlace() })
	}

	#moved(): void {
		if (!this.#isRecording && this.#mayReturn) this.#returnToPlace()
		this.#set({
			...(this.#wantsToPlay && { status: 'playing' }),
			hasNetworkTrouble: false,
			...(this.#isRecording ? { recording: this.#recordingPlace() } : this.#place()),
		})
		if (!this.#isRecording) this.#keepPlace()
	}

	/** All loaded media has been shown. */
	#bufferEmptied(): void {
		if (this.#wantsToPlay && this.#state.status === 'playing') void this.#line.ask()
	}

	/** A recording waits for its viewer, whatever paused it: another window with its picture, or a call. */
	#mayPauseElsewhere(): boolean {
		return this.#isRecording || hasNativeControls(this.#video)
	}

	#paused(): void {
		// A browser also pauses media that has ended, and some pause media that is not visible.
		if (!this.#wantsToPlay || !this.#mayPauseElsewhere() || this.#video.ended || !this.#deps.isPageVisible()) return
		this.#pausedAt = this.#deps.now()
		this.#wantsToPlay = false
		this.#set({ status: 'paused' })
	}

	#played(): void {
		if (!this.#mayPauseElsewhere() || this.#wantsToPlay) return
		this.#wantsToPlay = true
		this.#stalls.reset()
	}

	#leftFullScreen(): void {
		if (this.#wantsToPlay || this.#deps.now() - this.#pausedAt > leavingPausesMs) return
		this.#wantsToPlay = true
		void this.#start()
	}

	#ended(): void {
		if (this.#isRecording) {
			this.#wantsToPlay = false
			this.#set({ status: 'paused', recording: this.#recordingPlace() })
		} else if (this.#wantsToPlay) {
			this.#set({ status: 'stalled' })
			this.#deps.onEnded()
		}
	}
}
