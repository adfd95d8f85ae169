import { useCallback, useEffect, useRef, useState } from 'react'
import type { Playback } from '../player/playback.ts'
import { useRecordingTimeline } from './useRecordingTimeline.ts'

/** A recording: whether it is played, where one is in it, and when that was. */
export interface Replay {
	isOn: boolean
	start(): void
	/** Starts it where it is not played yet. @param positionS in seconds from the beginning */
	seekTo(positionS: number): void
	/** Told by what plays it: nothing while it is not played. */
	setPlayback(playback: Playback | undefined): void
	setPosition(positionS: number | undefined): void
	/** The instant one is at, in ms by the clock of the server; missing before it plays, and where the recording says no dates. */
	at: number | undefined
	/** Converts a message's time to its position in seconds; missing if the recording has no dates. */
	positionAt: ((at: number) => number) | undefined
}

/** @param recording address of its playlist; nothing if none exists */
export function useReplay(recording: string | undefined): Replay {
	const [isWanted, setIsWanted] = useState(false)
	const [positionS, setPosition] = useState<number>()
	const timeline = useRecordingTimeline(recording)
	const playing = useRef<Playback>(undefined)
	/** Requested position before the player exists. */
	const startS = useRef<number>(undefined)
	const isOn = isWanted && recording !== undefined

	const start = useCallback(() => setIsWanted(true), [])
	const seekTo = useCallback((positionS: number) => {
		setIsWanted(true)
		if (playing.current) playing.current.seekTo(positionS)
		else startS.current = positionS
	}, [])
	const setPlayback = useCallback((playback: Playback | undefined) => {
		playing.current = playback
		if (!playback || startS.current === undefined) return
		playback.seekTo(startS.current)
		startS.current = undefined
	}, [])
	// Another live may begin here, and end with a recording of its own.
	useEffect(() => {
		if (recording === undefined) setIsWanted(false)
	}, [recording])

	return {
		isOn,
		start,
		seekTo,
		setPlayback,
		setPosition,
		at: isOn && positionS !== undefined ? timeline?.dateAt(positionS) : undefined,
		positionAt: timeline?.positionAt,
	}
}
