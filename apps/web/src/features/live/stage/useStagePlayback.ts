import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Playback } from '../player/playback.ts'
import { usePlayback } from '../player/usePlayback.ts'
import type { Replay } from '../recording/useReplay.ts'
import {
	chosenAddress,
	createLineLeaving,
	initialChoice,
	nextLine,
	type StreamChoice,
	soundChoice,
} from '../viewing/lineChoice.ts'
import type { WatchedLive } from '../viewing/useLiveStream.ts'
import { useSteadyAddress } from './useSteadyAddress.ts'

export interface StagePlaybackOptions {
	live: WatchedLive
	replay: Replay
	/** The viewer may no longer watch: the live is requested again. */
	onUnavailable(): Promise<void>
}

/**
 * Plays the live or its recording in the video element: chooses line and definition, changes the line when it fails, and
 * asks for new rights when the origin refuses them.
 */
export function useStagePlayback(
	video: RefObject<HTMLVideoElement | null>,
	{ live: { view, checkStatus, checkLive }, replay, onUnavailable }: StagePlaybackOptions,
) {
	const [choice, setChoice] = useState<StreamChoice>(initialChoice)
	const [isSoundOnly, setIsSoundOnly] = useState(false)
	const data = view.status === 'onAir' ? view.data : undefined
	const watched = data && isSoundOnly ? soundChoice(data.lines, choice) : choice
	const [url, refuseToken] = useSteadyAddress(
		replay.isOn && view.status === 'over' ? view.recording : data && chosenAddress(data, watched),
	)
	const isReplay = replay.isOn && url !== undefined

	const [lines] = useState(createLineLeaving)
	/** Since the player was built. */
	const isLineLost = useRef(false)
	const { state, playback } = usePlayback(
		video,
		{ url, stream: data?.lines[0]?.hlsPullUrl, isRecording: isReplay },
		{
			onRebuilt() {
				if (data) setChoice(nextLine(data.lines, choice))
				if (!isLineLost.current) return void checkStatus()
				isLineLost.current = false
				// An origin on another host may have refused the token in a response this page cannot read.
				refuseToken()
				void checkLive()
			},
			onEnded: () => void checkLive(),
			onLineLost() {
				isLineLost.current = true
				if (data && lines.mayLeave()) setChoice(nextLine(data.lines, choice))
			},
			onUnavailable() {
				refuseToken()
				void onUnavailable().then(() => {
					// The response set other cookies, with which the same address is played.
					if (url?.startsWith('/') && url === playing.current.url) playing.current.load()
				})
			},
		},
	)
	function load() {
		if (url !== undefined) playback?.load(url, { isRecording: isReplay })
	}
	const playing = useRef({ load, url })
	playing.current = { load, url }

	const positionS = 'recording' in state ? state.recording?.positionS : undefined
	useReplayPosition(replay, isReplay ? playback : undefined, positionS)

	/** Audio only is among the definitions, too. */
	function choose(next: StreamChoice) {
		const isSound = next.definition === 'audio'
		setIsSoundOnly(isSound)
		setChoice(isSound ? { ...choice, line: next.line } : next)
	}

	return {
		state,
		playback,
		/** Missing while the live is not on air. */
		data,
		isReplay,
		choice: watched,
		choose,
		isSoundOnly,
		setIsSoundOnly,
		/** Loads the address again. */
		load,
	}
}

/** Reports the position in the recording, and the playback to seek with. */
export function useReplayPosition(
	{ setPlayback, setPosition }: Replay,
	playback: Playback | undefined,
	positionS: number | undefined,
) {
	useEffect(() => {
		setPlayback(playback)
		return () => setPlayback(undefined)
	}, [playback, setPlayback])
	useEffect(() => setPosition(playback && positionS), [playback, positionS, setPosition])
}
