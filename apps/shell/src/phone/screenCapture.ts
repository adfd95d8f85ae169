import type { ScreenAnswer } from '../bridge/handlers.ts'

export interface ScreenCaptureDeps {
	/** Asks the person, until the signal closes the dialog. */
	ask(signal: AbortSignal): Promise<boolean>
	/** Captures the screen; rejects when the person or the system refuses. */
	capture(): Promise<MediaStream>
	newConnection(): RTCPeerConnection
	/** A capture has begun, or is over. */
	onChange(isCapturing: boolean): void
	/** The system or the person has ended the capture; the page did not ask for it. */
	onEnded(): void
}

/** The native capture of the screen (BRG-25), sent to the page over a connection that stays on the device. */
export function createScreenCapture({ ask, capture, newConnection, onChange, onEnded }: ScreenCaptureDeps) {
	let stopCurrent = () => {}

	async function start(offer: string): Promise<ScreenAnswer> {
		stopCurrent()
		const stopping = new AbortController()
		const { signal } = stopping
		stopCurrent = () => stopping.abort()
		if (!(await ask(signal)) || signal.aborted) return { answer: '', failed: false }
		try {
			return { answer: await send(offer, stopping), failed: false }
		} catch (error) {
			stopping.abort()
			return { answer: '', failed: (error as Error | undefined)?.name !== 'NotAllowedError' }
		}
	}

	async function send(offer: string, stopping: AbortController): Promise<string> {
		const stream = await capture()
		const [track] = stream.getVideoTracks()
		const connection = newConnection()
		stopping.signal.addEventListener('abort', () => {
			for (const captured of stream.getTracks()) captured.stop()
			connection.close()
			onChange(false)
		})
		if (!track || stopping.signal.aborted) throw new Error('there is nothing to send')
		track.addEventListener('ended', () => {
			stopping.abort()
			onEnded()
		})
		connection.addEventListener('connectionstatechange', () => {
			// The page is gone.
			if (connection.connectionState === 'failed') stopping.abort()
		})
		await connection.setRemoteDescription({ type: 'offer', sdp: offer })
		const [transceiver] = connection.getTransceivers()
		if (!transceiver) throw new Error('the offer has no line')
		transceiver.direction = 'sendonly'
		await transceiver.sender.replaceTrack(track)
		await connection.setLocalDescription()
		await waitForCandidates(connection)
		onChange(true)
		return connection.localDescription?.sdp ?? ''
	}

	return {
		start,
		/** Ends the capture, and closes the dialog. */
		stop: () => stopCurrent(),
		/** Ends it as the system does, by its own button. */
		endBySystem() {
			stopCurrent()
			onEnded()
		},
	}
}

const waitForCandidates = (connection: RTCPeerConnection) =>
	new Promise<void>(resolve => {
		const check = () => connection.iceGatheringState === 'complete' && resolve()
		connection.addEventListener('icegatheringstatechange', check)
		check()
	})
