import { CorruptMediaError } from '../flv/mediaErrors.ts'

export interface AacConfig {
	config: Buffer
	/** Hz. */
	sampleRate: number
	channels: number
	/** Such as `mp4a.40.2`. */
	codec: string
	samplesPerFrame: number
}

const rates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350]
const channelCounts = [2, 1, 2, 3, 4, 5, 6, 8]
/** Escape: the rate follows as a number. */
const writtenRate = 15

/** Reads an AudioSpecificConfig (ISO/IEC 14496-3 1.6.2.1) of the object types below 31: all that are used with AAC. */
export function readAacConfig(config: Buffer): AacConfig {
	if (config.length < 2 || config.length > 64) throw new CorruptMediaError('no AAC configuration')
	const bits = (at: number, count: number) => {
		if (at + count > config.length * 8) throw new CorruptMediaError('an AAC configuration that ends early')
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
	return {
		config: Buffer.from(config),
		sampleRate,
		channels,
		codec: `mp4a.40.${objectType}`,
		samplesPerFrame: hasShortFrames ? 960 : 1024,
	}
}
