import { type MediaEvents, type MediaGrant, type Offer, payloadTypes, type Slot } from '@parley/room'
import { Audio, PeerConnection, type Track, Video } from 'node-datachannel'
import type { Socket } from 'socket.io-client'

/**
 * Connects to the embedded engine like a page whose camera and microphone are off; resolves once ICE and DTLS are done.
 * @param onEnd gets the function that ends the connection
 */
export async function connectMedia(
	socket: Socket,
	{ token }: Pick<MediaGrant, 'token'>,
	onEnd: (end: () => void) => void,
): Promise<void> {
	let answerer: ReturnType<typeof createAnswerer> | undefined
	onEnd(() => answerer?.close())
	const connected = new Promise<void>((resolve, reject) => {
		socket.on('offer', (offer => {
			answerer ??= createAnswerer(offer.slots, {
				answer: answer => void socket.emit('answer', answer),
				onState(state) {
					if (state === 'connected') resolve()
					if (state === 'failed') reject(new Error('no media port can be reached'))
				},
			})
			answerer.onOffer(offer)
		}) satisfies MediaEvents['offer'])
	})
	const hello = (await socket.emitWithAck('hello', { token, connectionId: null })) as { ok: boolean; failure?: string }
	if (!hello.ok) throw new Error(`the media engine refused (${hello.failure})`)
	await connected
}

interface AnswererDeps {
	answer(answer: { connectionId: string; offerId: number; sdp: string }): void
	onState(state: string): void
}

/** Answers each offer with lines of our own, on which nothing is sent: the engine may offer again before the first answer. */
function createAnswerer(slots: readonly Slot[], { answer, onState }: AnswererDeps) {
	const connection = new PeerConnection('probe', {
		iceServers: [],
		disableAutoNegotiation: true,
		forceMediaTransport: true,
	})
	// Unreferenced tracks are garbage-collected.
	const tracks: Track[] = slots.flatMap(slot => (slot.role === 'send' ? [connection.addTrack(lineOf(slot))] : []))
	connection.onTrack(track => void tracks.push(track))
	connection.onStateChange(onState)
	let current: Offer | undefined
	const answerWhenReady = () => {
		const description = connection.localDescription()
		if (!current || connection.gatheringState() !== 'complete' || description?.type !== 'answer') return
		const { connectionId, offerId } = current
		current = undefined
		answer({ connectionId, offerId, sdp: description.sdp })
	}
	// Either may come last.
	connection.onGatheringStateChange(answerWhenReady)
	connection.onLocalDescription(() => setImmediate(answerWhenReady))
	return {
		onOffer(offer: Offer) {
			current = offer
			connection.setRemoteDescription(offer.sdp, 'offer')
			connection.setLocalDescription('answer')
		},
		close: () => connection.close(),
	}
}

function lineOf({ mid, source }: Pick<Slot, 'mid' | 'source'>): Audio | Video {
	if (source === 'microphone' || source === 'screen-audio') {
		const line = new Audio(mid, 'SendOnly')
		line.addOpusCodec(payloadTypes.opus)
		return line
	}
	const line = new Video(mid, 'SendOnly')
	line.addVP8Codec(payloadTypes.vp8)
	return line
}
