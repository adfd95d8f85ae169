import { cameraLayers, type MediaSource, payloadTypes } from '@parley/room'
import { Audio, Video } from 'node-datachannel'
import { extensionIds } from './rtp.ts'

export const kindOf = (source: MediaSource): 'audio' | 'video' =>
	source === 'microphone' || source === 'screen-audio' ? 'audio' : 'video'

export const clockRateOf = (source: MediaSource): number => (kindOf(source) === 'audio' ? 48_000 : 90_000)

/** Bits per second of each simulcast layer, lowest first; one for a source without layers. */
export const layersOf = (source: MediaSource): readonly number[] => layerRates[source]

/**
 * Bits per second of a layer until they are measured. A screen stands still most of the time; assumed as large as it may be,
 * it would be held back from its first second on.
 */
export const assumedRateOf = (source: MediaSource, layer: number): number =>
	source === 'screen' ? 400_000 : (layersOf(source)[layer] ?? 0)

const layerRates = {
	microphone: [40_000],
	camera: cameraLayers.map(({ bitsPerSecond }) => bitsPerSecond),
	screen: [2_500_000],
	'screen-audio': [96_000],
}

/** The layer that a browser names; undefined for an unknown name. */
export function layerOfRid(source: MediaSource, rid: string): number | undefined {
	const layer = source === 'camera' ? cameraLayers.findIndex(candidate => candidate.rid === rid) : -1
	return layer < 0 ? undefined : layer
}

/** A layer is of use to a tile up to this much higher than itself. */
const maxEnlargement = 1.5

/** The lowest layer that looks sharp in a tile of this height, in device pixels. */
export function layerForHeight(source: MediaSource, height: number): number {
	if (source !== 'camera') return 0
	const layer = cameraLayers.findIndex(candidate => candidate.height * maxEnlargement >= height)
	return layer < 0 ? cameraLayers.length - 1 : layer
}

/** `usedtx`: a browser that hears silence sends two or three packets a second instead of fifty (ROOM-92). */
const opusProfile = 'minptime=10;useinbandfec=1;usedtx=1'
/** A film has no pauses to save, and music needs more bits than a voice. */
const musicProfile = `minptime=10;useinbandfec=1;maxaveragebitrate=${layerRates['screen-audio'][0]}`
const extensions = {
	[extensionIds.audioLevel]: 'urn:ietf:params:rtp-hdrext:ssrc-audio-level',
	[extensionIds.transportSequence]: 'http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01',
	[extensionIds.mid]: 'urn:ietf:params:rtp-hdrext:sdes:mid',
	[extensionIds.rid]: 'urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id',
	[extensionIds.repairedRid]: 'urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id',
} as const

/** Line on which a participant sends this source to us. */
export function receivingLine(mid: string, source: MediaSource): Audio | Video {
	if (kindOf(source) === 'audio') {
		const line = new Audio(mid, 'RecvOnly')
		line.addOpusCodec(payloadTypes.opus, source === 'microphone' ? opusProfile : musicProfile)
		addExtensions(line, extensionIds.audioLevel)
		addTransportFeedback(line, payloadTypes.opus)
		return line
	}
	const line = new Video(mid, 'RecvOnly')
	line.addVP8Codec(payloadTypes.vp8)
	addTransportFeedback(line, payloadTypes.vp8)
	if (source === 'camera') addLayers(line)
	line.setBitrate(layersOf(source).reduce((sum, bitsPerSecond) => sum + bitsPerSecond) / 1000)
	return line
}

/** Requests simulcast (RFC 8853). A browser without it sends one stream. */
function addLayers(line: Video): void {
	addExtensions(line, extensionIds.mid, extensionIds.rid, extensionIds.repairedRid)
	for (const { rid } of cameraLayers) line.parseSdpLine(`a=rid:${rid} recv`)
	line.parseSdpLine(`a=simulcast:recv ${cameraLayers.map(({ rid }) => rid).join(';')}`)
}

/** Streams of an outgoing line: its packets, and those sent again. */
export interface LineStreams {
	ssrc: number
	retransmissionSsrc: number
}

/** Line that carries another participant's audio or video; the participant may change while it exists. */
export function sendingLine(mid: string, kind: 'audio' | 'video', streams: LineStreams): Audio | Video {
	const [name, stream] = ['parley', `line-${mid}`]
	if (kind === 'audio') {
		const line = new Audio(mid, 'SendOnly')
		line.addOpusCodec(payloadTypes.opus, opusProfile)
		line.addAudioCodec(payloadTypes.red, 'red', `${payloadTypes.opus}/${payloadTypes.opus}`)
		addTransportFeedback(line, payloadTypes.opus)
		line.addSSRC(streams.ssrc, name, stream, `${stream}-audio`)
		return line
	}
	const line = new Video(mid, 'SendOnly')
	line.addVP8Codec(payloadTypes.vp8)
	line.addRTXCodec(payloadTypes.rtx, payloadTypes.vp8, clockRateOf('camera'))
	addTransportFeedback(line, payloadTypes.vp8)
	line.addSSRC(streams.ssrc, name, stream, `${stream}-video`)
	// The library would write a second track for the second stream.
	line.parseSdpLine(`a=ssrc-group:FID ${streams.ssrc} ${streams.retransmissionSsrc}`)
	line.parseSdpLine(`a=ssrc:${streams.retransmissionSsrc} cname:${name}`)
	line.parseSdpLine(`a=ssrc:${streams.retransmissionSsrc} msid:${stream} ${stream}-video`)
	return line
}

function addTransportFeedback(line: Audio | Video, payloadType: number): void {
	addExtensions(line, extensionIds.transportSequence)
	line.parseSdpLine(`a=rtcp-fb:${payloadType} transport-cc`)
}

function addExtensions(line: Audio | Video, ...ids: (keyof typeof extensions)[]): void {
	for (const id of ids) line.parseSdpLine(`a=extmap:${id} ${extensions[id]}`)
}
