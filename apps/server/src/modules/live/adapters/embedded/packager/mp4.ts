import type { AvcConfig } from '../flv/avcConfig.ts'
import type { AudioConfig } from './audioConfig.ts'

/** Ticks per second of video and of the packager's timeline. */
export const timescale = 90_000
const videoTrack = 1
const audioTrack = 2

export interface VideoSample {
	/** In ticks of `timescale`. */
	dts: number
	duration: number
	compositionOffset: number
	isKey: boolean
	data: Buffer
}

export interface AudioSample {
	/** In samples, a tick for each. */
	dts: number
	duration: number
	data: Buffer
}

const u16 = (...values: number[]) => {
	const bytes = Buffer.alloc(values.length * 2)
	values.forEach((value, i) => {
		bytes.writeUInt16BE(value, i * 2)
	})
	return bytes
}
const u32 = (...values: number[]) => {
	const bytes = Buffer.alloc(values.length * 4)
	values.forEach((value, i) => {
		bytes.writeUInt32BE(value >>> 0, i * 4)
	})
	return bytes
}
const u64 = (value: number) => {
	const bytes = Buffer.alloc(8)
	bytes.writeBigUInt64BE(BigInt(value))
	return bytes
}
const zeros = (count: number) => Buffer.alloc(count)
const text = (value: string) => Buffer.from(value, 'latin1')

const box = (type: string, ...content: Buffer[]) =>
	Buffer.concat([u32(8 + content.reduce((sum, part) => sum + part.length, 0)), text(type), ...content])
const fullBox = (type: string, version: number, flags: number, ...content: Buffer[]) =>
	box(type, u32((version << 24) | flags), ...content)

const identityMatrix = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
const undeterminedLanguage = 0x55c4

/** Writes `ftyp` and `moov` of a fragmented MP4 (ISO/IEC 14496-12, CMAF brands) for the available tracks. */
export function initSegment(video: AvcConfig | undefined, audio: AudioConfig | undefined): Buffer {
	const tracks = [...(video ? [videoTrackBox(video)] : []), ...(audio ? [audioTrackBox(audio)] : [])]
	const defaults = [...(video ? [trackDefaults(videoTrack)] : []), ...(audio ? [trackDefaults(audioTrack)] : [])]
	const movieHeader = fullBox(
		'mvhd',
		0,
		0,
		u32(0, 0, 1000, 0, 0x10000),
		u16(0x100),
		zeros(10),
		identityMatrix,
		zeros(24),
		u32(audioTrack + 1),
	)
	return Buffer.concat([
		box('ftyp', text('iso6'), u32(1), text('iso6cmfcmp41')),
		box('moov', movieHeader, ...tracks, box('mvex', ...defaults)),
	])
}

const trackDefaults = (track: number) => fullBox('trex', 0, 0, u32(track, 1, 0, 0, 0))

function videoTrackBox({ record, width, height }: AvcConfig) {
	const entry = box(
		'avc1',
		zeros(6),
		u16(1),
		zeros(16),
		u16(width, height),
		u32(0x480000, 0x480000, 0),
		u16(1),
		zeros(32),
		u16(24, 0xffff),
		box('avcC', record),
	)
	const header = fullBox('vmhd', 0, 1, zeros(8))
	return trackBox(videoTrack, { timescale, handler: 'vide', header, entry, width, height, volume: 0 })
}

function audioTrackBox(audio: AudioConfig) {
	const { format, sampleRate, channels } = audio
	const isOpus = format === 'opus'
	const entry = box(
		isOpus ? 'Opus' : 'mp4a',
		zeros(6),
		u16(1),
		zeros(8),
		u16(channels, 16),
		u32(0),
		// 16.16 fixed point, up to 65,535 Hz; players read the rate from the configuration.
		u32(sampleRate < 0x10000 ? sampleRate * 0x10000 : 0),
		isOpus ? box('dOps', audio.config) : elementaryStreamBox(audio),
	)
	const header = fullBox('smhd', 0, 0, zeros(4))
	return trackBox(audioTrack, {
		timescale: sampleRate,
		handler: 'soun',
		header,
		entry,
		width: 0,
		height: 0,
		volume: 0x100,
	})
}

/** The description of AAC in an `mp4a` entry (ISO/IEC 14496-1 7.2.6.5). */
function elementaryStreamBox({ config }: AudioConfig) {
	const descriptor = (tag: number, content: Buffer) => Buffer.concat([Buffer.from([tag, content.length]), content])
	const decoder = Buffer.concat([Buffer.from([0x40, 0x15, 0, 0, 0]), u32(0, 0), descriptor(5, config)])
	const stream = Buffer.concat([u16(audioTrack), zeros(1), descriptor(4, decoder), descriptor(6, Buffer.from([2]))])
	return fullBox('esds', 0, 0, descriptor(3, stream))
}

interface TrackParts {
	timescale: number
	handler: 'vide' | 'soun'
	header: Buffer
	entry: Buffer
	width: number
	height: number
	volume: number
}

function trackBox(id: number, parts: TrackParts) {
	const { handler, header, entry, width, height, volume } = parts
	const dataInformation = box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1)))
	const samples = box(
		'stbl',
		fullBox('stsd', 0, 0, u32(1), entry),
		fullBox('stts', 0, 0, u32(0)),
		fullBox('stsc', 0, 0, u32(0)),
		fullBox('stsz', 0, 0, u32(0, 0)),
		fullBox('stco', 0, 0, u32(0)),
	)
	const trackHeader = fullBox(
		'tkhd',
		0,
		3,
		u32(0, 0, id, 0, 0, 0, 0),
		u16(0, 0, volume, 0),
		identityMatrix,
		u32(width * 0x10000, height * 0x10000),
	)
	const media = box(
		'mdia',
		fullBox('mdhd', 0, 0, u32(0, 0, parts.timescale, 0), u16(undeterminedLanguage, 0)),
		fullBox('hdlr', 0, 0, u32(0), text(handler), zeros(12), text('\0')),
		box('minf', header, dataInformation, samples),
	)
	return box('trak', trackHeader, media)
}

const keyFlags = 0x02000000
const dependentFlags = 0x01010000
const defaultBaseIsMoof = 0x20000
const defaultFlagsPresent = 0x20
/** `trun`: data offset, and of each sample its duration, size, flags and composition offset. */
const videoRun = 0x1 | 0x100 | 0x200 | 0x400 | 0x800
const audioRun = 0x1 | 0x100 | 0x200

/** Writes `moof` and `mdat` with the samples, for each track that has any. */
export function fragment(sequence: number, video: VideoSample[], audio: AudioSample[]): Buffer {
	const videoBytes = video.reduce((sum, { data }) => sum + data.length, 0)
	const audioBytes = audio.reduce((sum, { data }) => sum + data.length, 0)
	const moofAt = (dataOffset: number) =>
		box(
			'moof',
			fullBox('mfhd', 0, 0, u32(sequence)),
			...(video.length > 0 ? [videoFragment(video, dataOffset)] : []),
			...(audio.length > 0 ? [audioFragment(audio, dataOffset + videoBytes)] : []),
		)
	const moof = moofAt(moofAt(0).length + 8)
	const mdatHeader = Buffer.concat([u32(8 + videoBytes + audioBytes), text('mdat')])
	return Buffer.concat([moof, mdatHeader, ...video.map(({ data }) => data), ...audio.map(({ data }) => data)])
}

function videoFragment(samples: VideoSample[], dataOffset: number) {
	const run = Buffer.alloc(samples.length * 16)
	samples.forEach(({ duration, data, isKey, compositionOffset }, i) => {
		run.writeUInt32BE(duration, i * 16)
		run.writeUInt32BE(data.length, i * 16 + 4)
		run.writeUInt32BE(isKey ? keyFlags : dependentFlags, i * 16 + 8)
		run.writeInt32BE(compositionOffset, i * 16 + 12)
	})
	return box(
		'traf',
		fullBox('tfhd', 0, defaultBaseIsMoof, u32(videoTrack)),
		fullBox('tfdt', 1, 0, u64((samples[0] as VideoSample).dts)),
		fullBox('trun', 1, videoRun, u32(samples.length, dataOffset), run),
	)
}

function audioFragment(samples: AudioSample[], dataOffset: number) {
	const run = u32(...samples.flatMap(({ duration, data }) => [duration, data.length]))
	return box(
		'traf',
		fullBox('tfhd', 0, defaultBaseIsMoof | defaultFlagsPresent, u32(audioTrack, keyFlags)),
		fullBox('tfdt', 1, 0, u64((samples[0] as AudioSample).dts)),
		fullBox('trun', 0, audioRun, u32(samples.length, dataOffset), run),
	)
}
