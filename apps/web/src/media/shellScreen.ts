import { ok, type Result, refused } from '@parley/core'
import type { CapturedScreen, ScreenError } from './screenCapture.ts'

/** The shell of a phone, which captures the screen: web views cannot (BRG-25). */
export interface ScreenShell {
	/**
	 * Asks the person, and starts to capture.
	 * @param offer SDP with one video line and all candidates
	 * @returns the SDP of the answer
	 */
	start(offer: string): Promise<Result<string, ScreenError>>
	/** Ends the capture, and closes a dialog that is still open. */
	stop(): void
	/** Calls back when the shell ended the capture, until the function it returns is called. */
	onEnded(listener: () => void): () => void
}

/** Candidates of the device itself are known within this time. */
const gatheringMs = 2_000
const pictureWithinMs = 10_000
const interruptedMs = 5_000

/**
 * Receives the screen from the shell over a connection that stays on the device.
 * @param signal gives it up, also while the person is asked
 */
export async function openShellScreen(
	shell: ScreenShell,
	signal: AbortSignal,
): Promise<Result<CapturedScreen, ScreenError>> {
	if (signal.aborted) return refused('failed')
	const connection = new RTCPeerConnection()
	const { track } = connection.addTransceiver('video', { direction: 'recvonly' }).receiver
	track.contentHint = 'detail'
	let end = () => {}
	const ended = new Promise<void>(resolve => {
		end = resolve
	})
	const stopListening = shell.onEnded(end)
	const stopWatching = watchConnection(connection, end)
	signal.addEventListener('abort', end)
	void ended.then(() => {
		stopListening()
		stopWatching()
		signal.removeEventListener('abort', end)
		connection.close()
	})

	async function connect(): Promise<Result<undefined, ScreenError>> {
		await connection.setLocalDescription()
		await waitForCandidates(connection)
		const answered = await shell.start(connection.localDescription?.sdp ?? '')
		if (!answered.ok) return answered
		await connection.setRemoteDescription({ type: 'answer', sdp: answered.value })
		return (await hasPicture(track)) ? ok(undefined) : refused('failed')
	}

	const failed = () => refused('failed')
	const connected = await Promise.race([connect().catch(failed), ended.then(failed)])
	if (!connected.ok) {
		if (connected.failure !== 'denied') shell.stop()
		end()
		return connected
	}
	let listener = () => {}
	return ok({
		picture: track,
		sound: undefined,
		onEnded(next) {
			listener = next
			void ended.then(() => listener === next && next())
		},
		close() {
			listener = () => {}
			shell.stop()
			end()
		},
	})
}

/** Calls back when the connection has failed, or was interrupted for too long. */
function watchConnection(connection: RTCPeerConnection, onLost: () => void): () => void {
	let timer: ReturnType<typeof setTimeout> | undefined
	const check = () => {
		clearTimeout(timer)
		if (connection.connectionState === 'failed') onLost()
		if (connection.connectionState === 'disconnected') timer = setTimeout(onLost, interruptedMs)
	}
	connection.addEventListener('connectionstatechange', check)
	return () => {
		clearTimeout(timer)
		connection.removeEventListener('connectionstatechange', check)
	}
}

const waitForCandidates = (connection: RTCPeerConnection) =>
	new Promise<void>(resolve => {
		if (connection.iceGatheringState === 'complete') return resolve()
		setTimeout(resolve, gatheringMs)
		connection.addEventListener('icegatheringstatechange', () => {
			if (connection.iceGatheringState === 'complete') resolve()
		})
	})

/** A track is muted until its first packets arrive. */
const hasPicture = (track: MediaStreamTrack) =>
	new Promise<boolean>(resolve => {
		if (!track.muted) return resolve(true)
		setTimeout(() => resolve(false), pictureWithinMs)
		track.addEventListener('unmute', () => resolve(true), { once: true })
	})
