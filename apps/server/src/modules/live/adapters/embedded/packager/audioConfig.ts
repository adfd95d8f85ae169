import { CorruptMediaError } from '../flv/mediaErrors.ts'

/** Audio parameters. */
export interface AudioConfig {
	format: 'aac' | 'opus'
	/** For AAC an AudioSpecificConfig, for Opus the content of a `dOps` box. */
	config: Buffer
	/** Sample rate in Hz, also the ticks per second of the audio. */
	sampleRate: number
	channels: number
	/** Codec as in `CODECS` of a playlist: `mp4a.40.2`, `opus`. */
	codec: string
	/** Returns the samples of one frame; 0 if it cannot be read. */
	samplesOf(frame: Buffer): number
}

const rates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350]
const channelCounts = [2, 1, 2, 3, 4, 5, 6, 8]
/** Escape value: the rate follows as a number. */
const writtenRate = 15

/** Reads an AudioSpecificConfig (ISO/IEC 14496-3 1.6.2.1) of the object types below 31: all that are used with AAC. */
export function readAacConfig(config: Buffer): AudioConfig {
	if (config.length < 2 || config.length > 64) throw new CorruptMediaError('no AAC configuration')
	const bits = (at: number, count: number) => {
		if (at + count > config.length * 8) throw new CorruptMediaError('a truncated AAC configuration')
		let value = 0
		for (let i = at; i < at + count; i++) value = value * 2 + (((config[i >> 3] as number) >> (7 - (i & 7))) & 1)
		return value
	}
	const objectType = bits(0, 5)
	if (objectType === 0 || objectType === 31) throw new CorruptMediaError(`AAC of object type ${objectType}`)
	const rateIndex = bits(5, 4)
	const isWritten = rateIndex === writtenRate
	const sampleRate = isWritten ? bits(9, 24) : rates[rateIndex]
	if (sampleRate === undefined || sampleRate < 4_000 || sampleRate > 192_000) {
		throw new CorruptMediaError(`AAC of ${sampleRate} Hz`)
	}
	const afterRate = isWritten ? 33 : 9
	const channels = channelCounts[bits(afterRate, 4)]
	if (channels === undefined) throw new CorruptMediaError('AAC with an unknown number of channels')
	const hasShortFrames = objectType === 2 && bits(afterRate + 4, 1) === 1
	const samplesPerFrame = hasShortFrames ? 960 : 1024
	return {
		format: 'aac',
		config: Buffer.from(config),
		sampleRate,
		channels,
		codec: `mp4a.40.${objectType}`,
		samplesOf: () => samplesPerFrame,
	}
}

/** Decoding rate of Opus, whatever the recording rate. */
const opusRate = 48_000
const opusHeadBytes = 19
/** A packet lasts no longer than 120 ms (RFC 6716 3.2.5). */
const longestOpusPacket = (opusRate * 120) / 1000

/** Converts an Opus identification header (RFC 7845 5.1) of enhanced FLV to its MP4 form. */
export function readOpusConfig(head: Buffer): AudioConfig {
	if (head.length < opusHeadBytes || head.toString('latin1', 0, 8) !== 'OpusHead') {
		throw new CorruptMediaError('no Opus configuration')
	}
	const channels = head[9] as number
	const family = head[18] as number
	const tableBytes = family === 0 ? 0 : 2 + channels
	if (channels === 0 || channels > 8 || (family === 0 && channels > 2) || head.length < opusHeadBytes + tableBytes) {
		throw new CorruptMediaError(`Opus of ${channels} channels`)
	}
	// The same fields in the other order of bytes (Encapsulation of Opus in ISO Base Media File Format, 4.3.2).
	const config = Buffer.alloc(11 + tableBytes)
	config[1] = channels
	config.writeUInt16BE(head.readUInt16LE(10), 2)
	config.writeUInt32BE(head.readUInt32LE(12), 4)
	config.writeInt16BE(head.readInt16LE(16), 8)
	head.copy(config, 10, 18, opusHeadBytes + tableBytes)
	return { format: 'opus', config, sampleRate: opusRate, channels, codec: 'opus', samplesOf: opusSamples }
}

/** Returns the duration of an Opus packet, from its first bytes (RFC 6716 3.1). */
function opusSamples(packet: Buffer): number {
	const toc = packet[0]
	if (toc === undefined) return 0
	const mode = toc >> 3
	const frame = mode < 12 ? silkSamples(mode) : mode < 16 ? hybridSamples(mode) : 120 << (mode & 3)
	const code = toc & 3
	const frames = code === 0 ? 1 : code < 3 ? 2 : (packet[1] ?? 0) & 63
	const samples = frame * frames
	return samples <= longestOpusPacket ? samples : 0
}

/** 10, 20, 40 and 60 ms. */
const silkSamples = (mode: number) => ((mode & 3) === 3 ? 2880 : 480 << (mode & 3))
/** 10 and 20 ms. */
const hybridSamples = (mode: number) => 480 << (mode & 1)
