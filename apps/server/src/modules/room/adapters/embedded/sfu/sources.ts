import { cameraLimits, type MediaSource, payloadTypes } from '@parley/room'
import { Audio, Video } from 'node-datachannel'

/** Extension number of the audio level on every microphone line. */
export const audioLevelExtension = 1

export const kindOf = (source: MediaSource): 'audio' | 'video' => (source === 'microphone' ? 'audio' : 'video')

export const clockRateOf = (source: MediaSource): number => (source === 'microphone' ? 48_000 : 90_000)

/** Maximum bit rate per source; audio is small enough to need none. */
export const bitsPerSecondOf = { microphone: undefined, camera: cameraLimits.bitsPerSecond, screen: 2_500_000 } as const

const opusProfile = 'minptime=10;useinbandfec=1'

/** Line on which a participant sends this source to us. */
export function receivingLine(mid: string, source: MediaSource): Audio | Video {
	if (source === 'microphone') {
		const line = new Audio(mid, 'RecvOnly')
		line.addOpusCodec(payloadTypes.opus, opusProfile)
		line.parseSdpLine(`a=extmap:${audioLevelExtension} urn:ietf:params:rtp-hdrext:ssrc-audio-level`)
		return line
	}
	const line = new Video(mid, 'RecvOnly')
	line.addVP8Codec(payloadTypes.vp8)
	line.setBitrate(bitsPerSecondOf[source] / 1000)
	return line
}

/** Line that carries another participant's audio or video; the participant may change while it exists. */
export function sendingLine(mid: string, kind: 'audio' | 'video', ssrc: number): Audio | Video {
	const line = kind === 'audio' ? new Audio(mid, 'SendOnly') : new Video(mid, 'SendOnly')
	if (line instanceof Audio) line.addOpusCodec(payloadTypes.opus, opusProfile)
	else line.addVP8Codec(payloadTypes.vp8)
	line.addSSRC(ssrc, 'parley', `line-${mid}`, `line-${mid}-${kind}`)
	return line
}
