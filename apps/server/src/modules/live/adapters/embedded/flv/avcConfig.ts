import { CorruptMediaError } from './mediaErrors.ts'

export interface AvcConfig {
	record: Buffer
	width: number
	height: number
	/** Frame rate declared by the picture itself; missing if undeclared. */
	framesPerSecond?: number
	/** Codec string, such as `avc1.64001f`. */
	codec: string
	/** Size of the length field before each NAL unit: 1, 2 or 4 bytes. */
	lengthBytes: number
}

const maxSide = 16_384
/** Profiles whose sequence parameter set has fields for chroma and scaling (H.264 7.3.2.1.1). */
const highProfiles = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135])

/** Reads an AVCDecoderConfigurationRecord (ISO/IEC 14496-15 5.3.3.1). */
export function readAvcConfig(record: Buffer): AvcConfig {
	if (record.length < 8 || record[0] !== 1) throw new CorruptMediaError('no AVC configuration')
	const lengthBytes = ((record[4] as number) & 3) + 1
	if (lengthBytes === 3) throw new CorruptMediaError('NAL lengths of 3 bytes')
	const spsCount = (record[5] as number) & 31
	const spsLength = record.readUInt16BE(6)
	if (spsCount === 0 || spsLength < 4 || record.length < 8 + spsLength) throw new CorruptMediaError('no parameter set')
	const { width, height, framesPerSecond } = readPicture(record.subarray(8, 8 + spsLength))
	if (!(width >= 2 && height >= 2 && width <= maxSide && height <= maxSide)) {
		throw new CorruptMediaError(`a picture of ${width} × ${height}`)
	}
	return {
		record: Buffer.from(record),
		width,
		height,
		...(framesPerSecond !== undefined && { framesPerSecond }),
		codec: `avc1.${record.toString('hex', 1, 4)}`,
		lengthBytes,
	}
}

/** Returns whether the data consists entirely of whole NAL units. */
export function hasWholeNalUnits(data: Buffer, lengthBytes: number): boolean {
	let at = 0
	while (at < data.length) {
		if (at + lengthBytes > data.length) return false
		at += lengthBytes + data.readUIntBE(at, lengthBytes)
	}
	return at === data.length
}

/** Reads Exp-Golomb numbers (H.264 9.1). */
function createBitReader(bytes: Buffer) {
	let at = 0
	const bit = () => {
		const byte = bytes[at >> 3]
		if (byte === undefined) throw new CorruptMediaError('a truncated parameter set')
		return (byte >> (7 - (at++ & 7))) & 1
	}
	const bits = (count: number) => {
		let value = 0
		for (let i = 0; i < count; i++) value = value * 2 + bit()
		return value
	}
	const unsigned = () => {
		let zeros = 0
		while (bit() === 0) {
			if (++zeros > 31) throw new CorruptMediaError('a parameter set with an endless number')
		}
		return 2 ** zeros - 1 + bits(zeros)
	}
	const signed = () => {
		const value = unsigned()
		return value % 2 === 1 ? (value + 1) / 2 : -value / 2
	}
	return { bit, bits, unsigned, signed }
}

type BitReader = ReturnType<typeof createBitReader>

function readPicture(sps: Buffer) {
	const reader = createBitReader(withoutEmulationPrevention(sps))
	const { bit, bits, unsigned } = reader
	bits(8)
	const profile = bits(8)
	bits(16)
	unsigned()
	const chroma = highProfiles.has(profile) ? readChroma(reader) : 1
	unsigned()
	skipPictureOrder(reader)
	unsigned()
	bit()
	const widthInBlocks = unsigned() + 1
	const heightInUnits = unsigned() + 1
	const isFrameOnly = bit()
	if (!isFrameOnly) bit()
	bit()
	const [left, right, top, bottom] = bit() ? [unsigned(), unsigned(), unsigned(), unsigned()] : [0, 0, 0, 0]
	const cropX = chroma === 1 || chroma === 2 ? 2 : 1
	const cropY = (chroma === 1 ? 2 : 1) * (2 - isFrameOnly)
	return {
		width: widthInBlocks * 16 - cropX * (left + right),
		height: heightInUnits * 16 * (2 - isFrameOnly) - cropY * (top + bottom),
		framesPerSecond: readFramesPerSecond(reader),
	}
}

const extendedAspectRatio = 255

/** Reads the timing in the usability information (H.264 E.1.1), which follows the size; undefined if it is missing. */
function readFramesPerSecond({ bit, bits, unsigned }: BitReader): number | undefined {
	try {
		if (!bit()) return undefined
		if (bit() && bits(8) === extendedAspectRatio) bits(32)
		if (bit()) bit()
		if (bit()) {
			bits(4)
			if (bit()) bits(24)
		}
		if (bit()) {
			unsigned()
			unsigned()
		}
		if (!bit()) return undefined
		const [unitsInTick, timeScale] = [bits(32), bits(32)]
		return plausibleFrameRate(timeScale / (2 * unitsInTick))
	} catch (error) {
		// Decoding does not need it.
		if (error instanceof CorruptMediaError) return undefined
		throw error
	}
}

/** Some encoders write the resolution of their clock instead: 1000 per second. */
export const plausibleFrameRate = (framesPerSecond: number): number | undefined =>
	framesPerSecond >= 1 && framesPerSecond <= 240 ? Math.round(framesPerSecond * 1000) / 1000 : undefined

function readChroma({ bit, unsigned, signed }: BitReader): number {
	const chroma = unsigned()
	if (chroma === 3) bit()
	unsigned()
	unsigned()
	bit()
	if (!bit()) return chroma
	for (let list = 0; list < (chroma === 3 ? 12 : 8); list++) {
		if (!bit()) continue
		let last = 8
		let next = 8
		for (let i = 0; i < (list < 6 ? 16 : 64); i++) {
			if (next !== 0) next = (last + signed() + 256) % 256
			last = next || last
		}
	}
	return chroma
}

function skipPictureOrder({ bit, unsigned, signed }: BitReader) {
	const type = unsigned()
	if (type === 0) unsigned()
	if (type !== 1) return
	bit()
	signed()
	signed()
	const count = unsigned()
	if (count > 255) throw new CorruptMediaError('a parameter set with too many references')
	for (let i = 0; i < count; i++) signed()
}

function withoutEmulationPrevention(bytes: Buffer): Buffer {
	const kept = bytes.filter((byte, i) => !(byte === 3 && i >= 2 && bytes[i - 1] === 0 && bytes[i - 2] === 0))
	return Buffer.from(kept)
}
