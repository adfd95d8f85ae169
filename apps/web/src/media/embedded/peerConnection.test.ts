import { cameraLayers, cameraLimits, type MediaSource, type Offer, type Slot } from '@parley/room'
import { expect, test } from 'vitest'
import { PeerConnection } from './peerConnection.ts'

const slots = [
	{ role: 'send', mid: '0', source: 'microphone' },
	{ role: 'send', mid: '1', source: 'camera' },
] satisfies Slot[]
const answerSdp =
	'v=0\r\nm=audio\r\na=mid:0\r\na=ssrc:7 cname:x\r\nm=video\r\na=mid:1\r\na=rid:l send\r\na=rid:h send\r\n'

interface Options {
	rids?: (string | undefined)[]
	size?: { width?: number; height?: number }
	stats?: object[]
	refusesParameters?: boolean
}

/** Answers an offer of the engine in a browser whose camera sends these encodings. */
async function answered({ rids = ['l', 'h'], size = {}, stats = [], refusesParameters = false }: Options) {
	const set: RTCRtpSendParameters[] = []
	const transceiver = (mid: string) => ({
		mid,
		direction: 'recvonly',
		receiver: { track: { id: mid } },
		sender: {
			replaceTrack: async () => {},
			getParameters: () => ({ encodings: rids.map(rid => (rid === undefined ? {} : { rid })) }),
			async setParameters(parameters: RTCRtpSendParameters) {
				if (refusesParameters) throw new DOMException('not yet', 'InvalidStateError')
				set.push(parameters)
			},
		},
	})
	const transceivers = ['0', '1'].map(transceiver)
	const connection = new PeerConnection({
		id: 'c1',
		iceServers: [],
		createPeerConnection: () =>
			({
				setRemoteDescription: async () => {},
				setLocalDescription: async () => {},
				localDescription: { sdp: answerSdp },
				getTransceivers: () => transceivers,
				getStats: async () => new Map(stats.map((entry, index) => [index, entry])),
			}) as unknown as RTCPeerConnection,
		onCandidate() {},
		onStateChange() {},
		onTrack() {},
		onTrackEnded() {},
	})
	const track = { getSettings: () => size } as MediaStreamTrack
	const tracks = new Map<MediaSource, MediaStreamTrack>([
		['microphone', track],
		['camera', track],
	])
	const offer = { connectionId: 'c1', offerId: 1, sdp: 'offer', slots } satisfies Offer
	const sdp = (await connection.answer(offer, tracks)) ?? ''
	return { sdp, set, encodings: set[0]?.encodings ?? [], directions: transceivers.map(({ direction }) => direction) }
}

const [low, high] = cameraLayers

test('[ROOM-84] each layer of a camera gets its own bit rate and size, by the shorter side of the picture', async () => {
	for (const size of [
		{ width: 1_280, height: 720 },
		{ width: 720, height: 1_280 },
	]) {
		const { encodings, set } = await answered({ size })
		expect(set).toHaveLength(1)
		expect(encodings).toEqual([
			{ rid: low.rid, maxBitrate: low.bitsPerSecond, maxFramerate: 20, scaleResolutionDownBy: 720 / low.height },
			{ rid: high.rid, maxBitrate: high.bitsPerSecond, maxFramerate: 20, scaleResolutionDownBy: 720 / high.height },
		])
	}
})

test('[ROOM-84] a picture that is small already is not enlarged, and one of unknown size counts as a usual one', async () => {
	const scales = async (size: Options['size'] = {}) =>
		(await answered({ size })).encodings.map(({ scaleResolutionDownBy }) => scaleResolutionDownBy)
	expect(await scales({ width: 160, height: 120 })).toEqual([1, 1])
	expect(await scales()).toEqual([cameraLimits.height / low.height, 1])
})

test('[ROOM-84] a browser without layers sends one stream with the limits of the highest', async () => {
	const { encodings } = await answered({ rids: [undefined] })
	expect(encodings.map(({ maxBitrate }) => maxBitrate)).toEqual([high.bitsPerSecond])
})

test('[ROOM-84] a browser that refuses the limits sends all the same', async () => {
	const { sdp, directions } = await answered({ refusesParameters: true })
	expect([sdp, directions]).toEqual([answerSdp, ['sendonly', 'sendonly']])
})

test('[ROOM-84] an answer names the streams of the layers, each once, on their own line', async () => {
	const stats = [
		{ type: 'outbound-rtp', mid: '1', rid: 'l', ssrc: 101 },
		{ type: 'outbound-rtp', mid: '1', rid: 'h', ssrc: 102 },
		{ type: 'outbound-rtp', mid: '0', ssrc: 103 },
		{ type: 'outbound-rtp', rid: 'x', ssrc: 104 },
		{ type: 'outbound-rtp', mid: '0', rid: 'x', ssrc: 7 },
		{ type: 'inbound-rtp', mid: '1', rid: 'x', ssrc: 105 },
	]
	const { sdp } = await answered({ stats })
	const video = sdp.slice(sdp.indexOf('m=video'))
	const named = (text: string) => [...text.matchAll(/a=ssrc:(\d+) /g)].map(([, ssrc]) => ssrc).toSorted()
	expect([named(sdp), named(video)]).toEqual([
		['101', '102', '7'],
		['101', '102'],
	])
})
