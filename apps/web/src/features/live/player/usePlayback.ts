import { type RefObject, useEffect, useRef, useState } from 'react'
import { isReachable } from '../../../api/index.ts'
import { createKeptPlace } from './keptPlace.ts'
import type { LivePlayer, LivePlayerEvents } from './livePlayer.ts'
import { createPlayback } from './mediaPlayback.ts'
import type { Playback, PlaybackState } from './playback.ts'
import { choosePlayerEngine, type PlayerEngine, readPlayerSupport } from './playerEngine.ts'
import { initialLatencyMode } from './playerSettings.ts'

type CreatePlayer = (video: HTMLVideoElement, events: LivePlayerEvents) => LivePlayer

const browserEngine = (): PlayerEngine =>
	choosePlayerEngine(readPlayerSupport('MediaSource' in window || 'ManagedMediaSource' in window))

async function loadHlsPlayer(): Promise<CreatePlayer | undefined> {
	const { createHlsPlayer, isHlsSupported } = await import('./hlsPlayer.ts')
	return isHlsSupported() ? createHlsPlayer : undefined
}

/** The player for this browser. hls.js is loaded only where it is used, alongside the live itself. */
async function loadPlayer(): Promise<CreatePlayer | undefined> {
	const engine = browserEngine()
	if (engine === 'none') return undefined
	if (engine === 'hls') return await loadHlsPlayer()
	if (engine === 'native') return (await import('./nativePlayer.ts')).createNativePlayer
	const { createSwitchingPlayer } = await import('./switchingPlayer.ts')
	return (video, events) => createSwitchingPlayer(video, events, loadHlsPlayer)
}

/** Begins to load the player before the live is known. */
export const preloadPlayer = (): void => void loadPlayer().catch(() => {})

export interface WatchEvents {
	/** The player was rebuilt: switch to another line, and request the state of the broadcast. */
	onRebuilt(): void
	/** All of the broadcast was shown: ask whether it has ended or continues with another stream. */
	onEnded(): void
	/** `url` does not respond: it is time for another line. */
	onLineLost(): void
	onUnavailable(failure: 'refused' | 'missing'): void
}

/** `loading` until the player exists; `unsupported`: this browser plays no HLS. */
export type WatchState = PlaybackState | { status: 'unsupported' | 'unreachable' | 'starting' }

export interface Watching {
	state: WatchState
	/** Missing until the player exists. */
	playback: Playback | undefined
}

export interface Watched {
	/** Nothing plays without one. */
	url: string | undefined
	/** Identifies the broadcast regardless of line and definition; missing for a recording. */
	stream: string | undefined
	/** True for the recording of an ended live. */
	isRecording: boolean
}

/** Plays `url` in the video element; another address continues in the same element. */
export function usePlayback(
	video: RefObject<HTMLVideoElement | null>,
	{ url, stream, isRecording }: Watched,
	events: WatchEvents,
): Watching {
	const [state, setState] = useState<WatchState>({ status: 'starting' })
	const [playback, setPlayback] = useState<Playback>()
	const latest = useRef(events)
	latest.current = events
	const latestStream = useRef(stream)
	latestStream.current = stream
	const isWanted = url !== undefined

	useEffect(() => {
		if (!isWanted) return
		let opened: Playback | undefined
		let isLeft = false
		loadPlayer().then(
			createPlayer => {
				const element = video.current
				if (isLeft || !element) return
				if (!createPlayer) {
					setState({ status: 'unsupported' })
					return
				}
				opened = createPlayback({
					...browserDeps,
					createPlayer,
					video: element,
					onChange: setState,
					mode: browserMode(),
					place: createKeptPlace(() => latestStream.current),
					...forwarded(latest),
				})
				setPlayback(opened)
			},
			() => !isLeft && setState({ status: 'unreachable' }),
		)
		return () => {
			isLeft = true
			opened?.close()
			setPlayback(undefined)
			setState({ status: 'starting' })
		}
	}, [isWanted, video])

	useEffect(() => {
		if (url !== undefined) playback?.load(url, { isRecording })
	}, [playback, url, isRecording])

	useEffect(() => {
		if (!playback) return
		const resume = () => document.visibilityState === 'visible' && playback.resume()
		document.addEventListener('visibilitychange', resume)
		window.addEventListener('online', resume)
		return () => {
			document.removeEventListener('visibilitychange', resume)
			window.removeEventListener('online', resume)
		}
	}, [playback])

	return { state, playback }
}

const forwarded = (latest: RefObject<WatchEvents>): WatchEvents => ({
	onRebuilt: () => latest.current.onRebuilt(),
	onLineLost: () => latest.current.onLineLost(),
	onEnded: () => latest.current.onEnded(),
	onUnavailable: failure => latest.current.onUnavailable(failure),
})

const browserMode = () => {
	const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
	return initialLatencyMode(browserEngine(), {
		isWebKit: navigator.vendor.startsWith('Apple'),
		...(connection && { saveData: connection.saveData, effectiveType: connection.effectiveType }),
	})
}

/** A later answer is as bad as none: the picture stands still meanwhile. */
const lineAnswersMs = 1_000

const browserDeps = {
	now: () => performance.now(),
	every(ms: number, act: () => void) {
		const timer = setInterval(act, ms)
		return () => clearInterval(timer)
	},
	isLineThere: (url: string) => isReachable(url, lineAnswersMs),
	isPageVisible: () => document.visibilityState === 'visible',
}
