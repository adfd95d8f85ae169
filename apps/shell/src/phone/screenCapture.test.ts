import { expect, test, vi } from 'vitest'
import { createScreenCapture } from './screenCapture.ts'

class FakeConnection extends EventTarget {
	connectionState = 'new'
	iceGatheringState = 'new'
	localDescription: { sdp: string } | null = null
	isClosed = false
	sent: unknown
	transceiver = {
		direction: 'recvonly',
		sender: {
			replaceTrack: async (track: unknown) => {
				this.sent = track
			},
		},
	}
	getTransceivers = () => [this.transceiver]
	setRemoteDescription = async () => {}
	setLocalDescription = async () => {
		this.localDescription = { sdp: `answer ${this.transceiver.direction}` }
		queueMicrotask(() => {
			this.iceGatheringState = 'complete'
			this.dispatchEvent(new Event('icegatheringstatechange'))
		})
	}
	close = () => {
		this.isClosed = true
	}
}

function open(person: { isWilling?: boolean; refusal?: Error } = {}) {
	const connections: FakeConnection[] = []
	const tracks: (EventTarget & { stop: () => void })[] = []
	const onEnded = vi.fn()
	const capturing: boolean[] = []
	const capture = createScreenCapture({
		ask: async () => person.isWilling ?? true,
		async capture() {
			if (person.refusal) throw person.refusal
			const track = Object.assign(new EventTarget(), { stop: vi.fn() })
			tracks.push(track)
			return { getTracks: () => [track], getVideoTracks: () => [track] } as unknown as MediaStream
		},
		newConnection() {
			const connection = new FakeConnection()
			connections.push(connection)
			return connection as unknown as RTCPeerConnection
		},
		onChange: isCapturing => void capturing.push(isCapturing),
		onEnded,
	})
	return { capture, connections, tracks, onEnded, capturing }
}

test('[BRG-25] the screen of a person who agrees is sent, with all candidates in the answer', async () => {
	const { capture, connections, tracks, capturing } = open()
	expect(await capture.start('offer')).toEqual({ answer: 'answer sendonly', failed: false })
	expect([connections[0]?.sent, capturing]).toEqual([tracks[0], [true]])
	capture.stop()
	expect([connections[0]?.isClosed, capturing]).toEqual([true, [true, false]])
	expect(tracks[0]?.stop).toHaveBeenCalled()
})

test('[BRG-25] whoever refuses, here or in the dialog of the system, is no failure; a system that cannot is', async () => {
	const refusal = (name: string) => Object.assign(new Error(), { name })
	expect(await open({ isWilling: false }).capture.start('offer')).toEqual({ answer: '', failed: false })
	for (const [name, failed] of [
		['NotAllowedError', false],
		['NotReadableError', true],
	] as const)
		expect(await open({ refusal: refusal(name) }).capture.start('offer')).toEqual({ answer: '', failed })
})

test('[BRG-26] the page is told when the system or its button ended the capture, and not when it asked for that', async () => {
	const bySystem = open()
	await bySystem.capture.start('offer')
	bySystem.tracks[0]?.dispatchEvent(new Event('ended'))
	expect([bySystem.onEnded.mock.calls.length, bySystem.connections[0]?.isClosed]).toEqual([1, true])
	const byButton = open()
	await byButton.capture.start('offer')
	byButton.capture.endBySystem()
	expect([byButton.onEnded.mock.calls.length, byButton.connections[0]?.isClosed]).toEqual([1, true])
	const byPage = open()
	await byPage.capture.start('offer')
	byPage.capture.stop()
	expect(byPage.onEnded).not.toHaveBeenCalled()
})

test('[BRG-25] a second call replaces the first, and a page that is gone ends the capture', async () => {
	const { capture, connections } = open()
	await capture.start('offer')
	await capture.start('offer')
	expect(connections.map(({ isClosed }) => isClosed)).toEqual([true, false])
	const second = connections[1] as FakeConnection
	second.connectionState = 'failed'
	second.dispatchEvent(new Event('connectionstatechange'))
	expect(second.isClosed).toBe(true)
})

test('[BRG-25] a page that gives up closes the dialog', async () => {
	let signal: AbortSignal | undefined
	const capture = createScreenCapture({
		ask: given =>
			new Promise(resolve => {
				signal = given
				given.addEventListener('abort', () => resolve(false))
			}),
		capture: vi.fn(),
		newConnection: vi.fn(),
		onChange() {},
		onEnded() {},
	})
	const answer = capture.start('offer')
	capture.stop()
	expect([signal?.aborted, await answer]).toEqual([true, { answer: '', failed: false }])
})
