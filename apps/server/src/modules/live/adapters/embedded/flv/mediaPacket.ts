import type { FlvTag } from '../../../ingest.ts'
import { CorruptMediaError, UnsupportedCodecError } from './mediaErrors.ts'

/** Content of a tag, for the packager. */
export type MediaPacket =
	/** An AVCDecoderConfigurationRecord. */
	| { kind: 'videoConfig'; config: Buffer }
	/** One H.264 picture with NAL lengths; shown `compositionMs` after it is decoded (B-frames), which may be negative. */
	| { kind: 'video'; isKey: boolean; compositionMs: number; data: Buffer }
	/** For AAC an AudioSpecificConfig, for Opus an identification header. */
	| { kind: 'audioConfig'; codec: 'aac' | 'opus'; config: Buffer }
	| { kind: 'audio'; data: Buffer }

const keyFrame = 1
const videoInfoFrame = 5
const codecs: Record<number, string> = {
	2: 'H.263',
	3: 'Screen video',
	4: 'VP6',
	5: 'VP6',
	6: 'Screen video',
	12: 'HEVC',
	13: 'AV1',
}
const sounds: Record<number, string> = {
	0: 'PCM',
	1: 'ADPCM',
	2: 'MP3',
	3: 'PCM',
	4: 'Nellymoser',
	5: 'Nellymoser',
	6: 'Nellymoser',
	7: 'G.711',
	8: 'G.711',
	11: 'Speex',
	14: 'MP3',
}
const fourCharacterNames: Record<string, string> = {
	hvc1: 'HEVC',
	av01: 'AV1',
	vp09: 'VP9',
	vp08: 'VP8',
	avc1: 'H.264 in enhanced RTMP',
}

/**
 * Reads the body of a tag. Undefined if it contains nothing to play (end of sequence, commands, metadata).
 * @throws CorruptMediaError, UnsupportedCodecError
 */
export function readMediaPacket({ type, body }: FlvTag): MediaPacket | undefined {
	if (type === 'data' || body.length === 0) return undefined
	return type === 'video' ? readVideo(body) : readAudio(body)
}

function readVideo(body: Buffer): MediaPacket | undefined {
	const first = body[0] as number
	if (first & 0x80) throw new UnsupportedCodecError(enhancedName(body))
	const frameType = first >> 4
	const codec = first & 15
	if (frameType === videoInfoFrame) return undefined
	if (codec !== 7) throw new UnsupportedCodecError(codecs[codec] ?? `video codec ${codec}`)
	if (body.length < 5) throw new CorruptMediaError('H.264 tag without its header')
	const data = body.subarray(5)
	switch (body[1]) {
		case 0:
			return { kind: 'videoConfig', config: data }
		case 1:
			if (data.length === 0) return undefined
			return { kind: 'video', isKey: frameType === keyFrame, compositionMs: body.readIntBE(2, 3), data }
		case 2:
			return undefined
		default:
			throw new CorruptMediaError(`H.264 packet of type ${body[1]}`)
	}
}

function readAudio(body: Buffer): MediaPacket | undefined {
	const codec = (body[0] as number) >> 4
	if (codec === 9) return readEnhancedAudio(body)
	if (codec !== 10) throw new UnsupportedCodecError(sounds[codec] ?? `audio codec ${codec}`)
	if (body.length < 2) throw new CorruptMediaError('AAC tag without its header')
	const data = body.subarray(2)
	if (body[1] === 0) return { kind: 'audioConfig', codec: 'aac', config: data }
	if (body[1] !== 1) throw new CorruptMediaError(`AAC packet of type ${body[1]}`)
	return data.length === 0 ? undefined : { kind: 'audio', data }
}

/** Reads Opus in enhanced RTMP: the packet type, and the codec as four characters. */
function readEnhancedAudio(body: Buffer): MediaPacket | undefined {
	if (body.toString('latin1', 1, 5) !== 'Opus') throw new UnsupportedCodecError(enhancedName(body))
	const data = body.subarray(5)
	switch ((body[0] as number) & 15) {
		case 0:
			return { kind: 'audioConfig', codec: 'opus', config: data }
		case 1:
			return data.length === 0 ? undefined : { kind: 'audio', data }
		case 2:
		case 4:
			return undefined
		default:
			throw new UnsupportedCodecError('sound of several tracks')
	}
}

/** Enhanced RTMP names codecs by four characters. */
function enhancedName(body: Buffer): string {
	const name = body.toString('latin1', 1, 5).replace(/[^\w .-]/g, '?')
	return fourCharacterNames[name] ?? name
}
