import { useCallback, useEffect, useRef, useState } from 'react'
import type { Playback } from '../player/playback.ts'
import { useRecordingTimeline } from './useRecordingTimeline.ts'

/** Playback of a recording: whether it plays, its position, and the instant it shows. */
export interface Replay {
	isOn: boolean
	start(): void
	/** Seeks, and starts playback if necessary. @param positionS in seconds from the beginning */
	seekTo(positionS: number): void
	/** Set by the player; undefined while the recording is not played. */
	setPlayback(playback: Playback | undefined): void
	setPosition(positionS: number | undefined): void
	/** The instant shown, in ms on the server's clock; missing before playback, and if the recording has no dates. */
	at: number | undefined
	/** Converts a message's time to its position in seconds; missing if the recording has no dates. */
	positionAt: ((at: number) => number) | undefined
	/** The instant of its end; missing until the playlist is read, and if the recording has no dates. */
	endsAt: number | undefined
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
	// Another live may start here, and end with its own recording.
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
		endsAt: timeline?.endsAt,
	}
}
