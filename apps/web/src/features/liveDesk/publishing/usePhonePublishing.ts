import type { MeetingId } from '@parley/core'
import { useEffect, useRef, useState } from 'react'
import {
	type CameraSide,
	canPublishCamera,
	type DeviceError,
	holdBrowserWakeLock,
	type LivePublisher,
	type LivePublishState,
	openLiveCamera,
	openLivePublisher,
} from '../../../media/index.ts'
import { loadPublishing } from '../state/deskActions.ts'

export interface PhonePublishingDeps {
	canPublish: typeof canPublishCamera
	openCamera: typeof openLiveCamera
	openPublisher: typeof openLivePublisher
	loadPublishing: typeof loadPublishing
	holdWakeLock(): () => void
}

const browserDeps: PhonePublishingDeps = {
	canPublish: canPublishCamera,
	openCamera: openLiveCamera,
	openPublisher: openLivePublisher,
	loadPublishing,
	holdWakeLock: holdBrowserWakeLock,
}

/** State of publishing from this phone. */
export interface PhonePublishing {
	/** False: this browser cannot record a format that can be broadcast. */
	isSupported: boolean
	/** Missing while the camera is closed. */
	stream: MediaStream | undefined
	side: CameraSide
	isMuted: boolean
	/** True while a device is being opened or switched. */
	isBusy: boolean
	/** The reason why camera or microphone could not be opened, or the server's message for a refusal. */
	error: { device: DeviceError } | { refused: string } | undefined
	/** Missing before the first attempt. */
	sending: LivePublishState | undefined
	open(): void
	switchCamera(): void
	toggleMuted(): void
	/** Sends the picture of the camera. Resolves to true once the server accepts it; to false if refused or stopped. */
	send(): Promise<boolean>
	/** Stops sending; the camera stays open. */
	stopSending(): void
	/** Stops sending, and closes the camera. */
	close(): void
}

/** The key follows the stream, as RTMP programs expect. */
const keyOf = (streamKey: string): string => streamKey.slice(streamKey.indexOf('?key=') + '?key='.length)

function stopTracks(tracks: readonly MediaStreamTrack[] = []) {
	for (const track of tracks) track.stop()
}

export const isSending = (state: LivePublishState | undefined): boolean => state !== undefined && state.phase !== 'over'

/** Broadcasts the camera and microphone of this phone; they are closed when the desk is left. */
export function usePhonePublishing(meetingId: MeetingId, deps: PhonePublishingDeps = browserDeps): PhonePublishing {
	const [stream, setStream] = useState<MediaStream>()
	const [side, setSide] = useState<CameraSide>('user')
	const [isMuted, setMuted] = useState(false)
	const [isBusy, setBusy] = useState(false)
	const [error, setError] = useState<PhonePublishing['error']>()
	const [sending, setSending] = useState<LivePublishState>()
	/** `turn` is incremented by each close, which makes devices still being opened outdated. */
	const held = useRef<{ stream?: MediaStream | undefined; publisher?: LivePublisher; turn: number }>({ turn: 0 })

	function closeAll() {
		held.current.turn++
		held.current.publisher?.stop()
		stopTracks(held.current.stream?.getTracks())
		held.current.stream = undefined
	}
	// biome-ignore lint/correctness/useExhaustiveDependencies: the devices are in a ref
	useEffect(() => closeAll, [])
	const isOn = isSending(sending)
	useEffect(() => (isOn ? deps.holdWakeLock() : undefined), [isOn, deps])

	/** Returns false if it was closed, or the desk was left, before the browser had opened it. */
	function hold(next: MediaStream, turn: number): boolean {
		if (turn !== held.current.turn) {
			stopTracks(next.getTracks())
			return false
		}
		held.current.stream = next
		setStream(next)
		return true
	}

	async function busyWith(act: () => Promise<void>) {
		if (isBusy) return
		setBusy(true)
		setError(undefined)
		try {
			await act()
		} finally {
			setBusy(false)
		}
	}

	const open = () =>
		busyWith(async () => {
			const { turn } = held.current
			const opened = await deps.openCamera(side)
			if (opened.ok) hold(opened.value, turn)
			else setError({ device: opened.failure })
		})

	/** Many phones open only one camera at a time: the first is closed before, and reopened if the other one fails. */
	const switchCamera = () =>
		busyWith(async () => {
			const { stream: before, turn } = held.current
			const other = side === 'user' ? 'environment' : 'user'
			stopTracks(before?.getVideoTracks())
			const microphone = before?.getAudioTracks()[0]
			const opened = await deps.openCamera(other, microphone)
			if (!opened.ok) {
				if (turn !== held.current.turn) return
				setError({ device: opened.failure })
			}
			const shown = opened.ok ? opened : await deps.openCamera(side, microphone)
			if (!shown.ok || !hold(shown.value, turn)) return
			if (opened.ok) setSide(other)
			held.current.publisher?.use(shown.value)
		})

	function toggleMuted() {
		for (const track of stream?.getAudioTracks() ?? []) track.enabled = isMuted
		setMuted(!isMuted)
	}

	async function send(): Promise<boolean> {
		if (isOn) return true
		let isTaken: Promise<boolean> | undefined
		await busyWith(async () => {
			const publishing = await deps.loadPublishing(meetingId, { rotate: false })
			const current = held.current.stream
			if (typeof publishing === 'string') return setError({ refused: publishing })
			if (current) isTaken = publish(current, publishing)
		})
		return (await isTaken) ?? false
	}

	const publish = (current: MediaStream, { streamId, streamKey }: { streamId: string; streamKey: string }) =>
		new Promise<boolean>(resolve => {
			setSending({ phase: 'connecting' })
			held.current.publisher = deps.openPublisher({
				stream: current,
				streamId,
				key: keyOf(streamKey),
				onState(state) {
					setSending(state)
					if (state.phase === 'publishing') resolve(true)
					if (state.phase === 'over') resolve(false)
				},
			})
		})

	function close() {
		closeAll()
		setStream(undefined)
		setMuted(false)
	}

	return {
		isSupported: deps.canPublish(),
		stream,
		side,
		isMuted,
		isBusy,
		error,
		sending,
		open: () => void open(),
		switchCamera: () => void switchCamera(),
		toggleMuted,
		send,
		stopSending: () => held.current.publisher?.stop(),
		close,
	}
}
