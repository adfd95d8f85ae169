import type { FlvTag } from '../../../ingest.ts'
import { CorruptMediaError, UnsupportedCodecError } from '../flv/mediaErrors.ts'

/** Maximum size of a box: phones send boxes of a few seconds of media. */
const maxBoxBytes = 48 * 1024 * 1024
const maxMoovBytes = 1024 * 1024
/** Samples of one fragment. */
const maxSamples = 20_000

interface Track {
	kind: 'video' | 'audio'
	timescale: number
	/** Tag before the first frame. */
	header: Buffer
	frameTag(sample: Buffer, isKey: boolean, compositionMs: number): Buffer
	defaults: SampleDefaults
}

interface SampleDefaults {
	duration: number
	size: number
	flags: number
}

interface Sample {
	track: Track
	/** From the beginning of the file, in bytes. */
	at: number
	size: number
	timestampMs: number
	compositionMs: number
	isKey: boolean
}

const isNonSync = 0x1_0000

/**
 * Reads fragmented MP4 (ISO/IEC 14496-12) as a browser records it, H.264 with AAC or Opus, and emits its frames in
 * order of time.
 * @returns a function that takes the next bytes, split anywhere; it throws CorruptMediaError or UnsupportedCodecError, after
 * which it must not be called again
 */
export function createFragmentedMp4Reader(onTag: (tag: FlvTag) => void): (bytes: Buffer) => void {
	const tracks = new Map<number, Track>()
	let rest: Buffer = Buffer.alloc(0)
	let pending: Buffer[] = []
	let pendingBytes = 0
	let neededBytes = 8
	/** Position of `rest` in the file. */
	let offset = 0
	let samples: Sample[] = []

	function takeBox(type: string, box: Buffer, headerBytes: number) {
		const body = box.subarray(headerBytes)
		if (type === 'moov') {
			for (const { type: name, body: trak } of boxes(body)) if (name === 'trak') addTrack(tracks, trak)
			readDefaults(tracks, body)
			for (const { kind, header } of tracks.values()) onTag({ type: kind, timestampMs: 0, body: header })
		} else if (type === 'moof') {
			samples = readFragment(tracks, body, offset)
		} else if (type === 'mdat') {
			for (const { track, at, size, timestampMs, compositionMs, isKey } of samples) {
				const from = at - offset
				if (from < headerBytes || from + size > box.length) throw new CorruptMediaError('a frame outside its fragment')
				const frame = box.subarray(from, from + size)
				if (size > 0) onTag({ type: track.kind, timestampMs, body: track.frameTag(frame, isKey, compositionMs) })
			}
			samples = []
		}
	}

	return bytes => {
		pending.push(bytes)
		pendingBytes += bytes.length
		// Joined only when a box can be read, so that a large one in small pieces is copied once.
		if (pendingBytes < neededBytes) return
		rest = pending.length === 1 ? bytes : Buffer.concat(pending)
		neededBytes = 8
		while (rest.length >= neededBytes) {
			const { type, size, headerBytes } = boxHeader(rest)
			neededBytes = size
			if (rest.length < size) break
			takeBox(type, rest.subarray(0, size), headerBytes)
			rest = rest.subarray(size)
			offset += size
			neededBytes = 8
		}
		pending = [rest]
		pendingBytes = rest.length
	}
}

function boxHeader(bytes: Buffer): { type: string; size: number; headerBytes: number } {
	const type = bytes.toString('latin1', 4, 8)
	const short = bytes.readUInt32BE(0)
	if (short === 1 && bytes.length < 16) return { type, size: 16, headerBytes: 16 }
	const size = short === 1 ? Number(bytes.readBigUInt64BE(8)) : short
	const headerBytes = short === 1 ? 16 : 8
	if (!/^[\w ©-]{4}$/.test(type) || size < headerBytes) throw new CorruptMediaError('no MP4')
	if (size > (type === 'mdat' ? maxBoxBytes : maxMoovBytes)) throw new CorruptMediaError(`MP4 box of ${size} bytes`)
	return { type, size, headerBytes }
}

/** Returns the boxes inside a box. */
function* boxes(bytes: Buffer): Generator<{ type: string; body: Buffer }> {
	for (let at = 0; at + 8 <= bytes.length; ) {
		const { type, size, headerBytes } = boxHeader(bytes.subarray(at))
		if (at + size > bytes.length) throw new CorruptMediaError('an MP4 box longer than its container')
		yield { type, body: bytes.subarray(at + headerBytes, at + size) }
		at += size
	}
}

function child(bytes: Buffer, ...path: string[]): Buffer | undefined {
	let found: Buffer | undefined = bytes
	for (const name of path) {
		found = found && [...boxes(found)].find(({ type }) => type === name)?.body
	}
	return found
}

function need(bytes: Buffer | undefined, length: number): Buffer {
	if (!bytes || bytes.length < length) throw new CorruptMediaError('a truncated MP4 box')
	return bytes
}

function addTrack(tracks: Map<number, Track>, trak: Buffer) {
	const tkhd = need(child(trak, 'tkhd'), 24)
	const id = tkhd.readUInt32BE(tkhd[0] === 1 ? 20 : 12)
	const mdhd = need(child(trak, 'mdia', 'mdhd'), 24)
	const timescale = mdhd.readUInt32BE(mdhd[0] === 1 ? 20 : 12)
	if (timescale === 0) throw new CorruptMediaError('an MP4 track without time')
	const stsd = need(child(trak, 'mdia', 'minf', 'stbl', 'stsd'), 16)
	const entry = [...boxes(stsd.subarray(8))][0]
	if (!entry) throw new CorruptMediaError('an MP4 track without a codec')
	const codec = readCodec(entry)
	if (codec) tracks.set(id, { ...codec, timescale, defaults: { duration: 0, size: 0, flags: 0 } })
}

type Codec = Pick<Track, 'kind' | 'header' | 'frameTag'>

/** Undefined for a track that is neither picture nor sound. */
function readCodec({ type, body }: { type: string; body: Buffer }): Codec | undefined {
	if (type === 'avc1' || type === 'avc3') {
		const avcC = need(child(need(body, 78).subarray(78), 'avcC'), 8)
		return { kind: 'video', header: Buffer.concat([Buffer.from([0x17, 0, 0, 0, 0]), avcC]), frameTag: avcTag }
	}
	if (type === 'mp4a') {
		const config = audioConfig(need(child(need(body, 28).subarray(28), 'esds'), 5))
		return { kind: 'audio', header: Buffer.concat([Buffer.from([0xaf, 0]), config]), frameTag: aacTag }
	}
	if (type === 'Opus') {
		const dOps = need(child(need(body, 28).subarray(28), 'dOps'), 11)
		return { kind: 'audio', header: Buffer.concat([opusStart, opusHead(dOps)]), frameTag: opusTag }
	}
	if (/^(hvc1|hev1|vp0[89]|av01|fLaC|ac-3|ec-3)$/.test(type)) throw new UnsupportedCodecError(type)
	return undefined
}

const avcTag: Track['frameTag'] = (sample, isKey, compositionMs) => {
	const head = Buffer.from([isKey ? 0x17 : 0x27, 1, 0, 0, 0])
	head.writeIntBE(compositionMs, 2, 3)
	return Buffer.concat([head, sample])
}
const aacTag: Track['frameTag'] = sample => Buffer.concat([Buffer.from([0xaf, 1]), sample])
/** Builds enhanced RTMP audio with a four-character codec: its header and its frames. */
const opusStart = Buffer.from('\x90Opus', 'latin1')
const opusFrame = Buffer.from('\x91Opus', 'latin1')
const opusTag: Track['frameTag'] = sample => Buffer.concat([opusFrame, sample])

/** Builds the identification header (RFC 7845 5.1), which MP4 stores in its own byte order. */
function opusHead(dOps: Buffer): Buffer {
	const head = Buffer.alloc(18)
	head.write('OpusHead', 'latin1')
	head[8] = 1
	head[9] = dOps[1] as number
	head.writeUInt16LE(dOps.readUInt16BE(2), 10)
	head.writeUInt32LE(dOps.readUInt32BE(4), 12)
	head.writeInt16LE(dOps.readInt16BE(8), 16)
	// The channel mapping, the same in both.
	return Buffer.concat([head, dOps.subarray(10)])
}

/** Reads the AudioSpecificConfig from the descriptors of ISO/IEC 14496-1 7.2.6.5. */
function audioConfig(esds: Buffer): Buffer {
	let at = 4
	const enter = (tag: number, skip: number) => {
		if (esds[at] !== tag) throw new CorruptMediaError('MP4 audio without a description')
		at++
		let length = 0
		for (let i = 0; i < 4; i++) {
			const byte = esds[at++] ?? 0
			length = length * 128 + (byte & 0x7f)
			if (!(byte & 0x80)) break
		}
		const begins = at
		at += skip
		return { begins, length }
	}
	enter(3, 3)
	const { begins } = enter(4, 13)
	if (esds[begins] !== 0x40) throw new UnsupportedCodecError(`sound of MP4 type ${esds[begins]}`)
	const config = enter(5, 0)
	if (config.begins + config.length > esds.length) throw new CorruptMediaError('MP4 audio without a description')
	return esds.subarray(config.begins, config.begins + config.length)
}

function readDefaults(tracks: Map<number, Track>, moov: Buffer) {
	const mvex = child(moov, 'mvex')
	if (!mvex) throw new CorruptMediaError('MP4 that is not fragmented')
	for (const { type, body } of boxes(mvex)) {
		if (type !== 'trex') continue
		const trex = need(body, 24)
		const track = tracks.get(trex.readUInt32BE(4))
		if (!track) continue
		track.defaults = {
			duration: trex.readUInt32BE(12),
			size: trex.readUInt32BE(16),
			flags: trex.readUInt32BE(20),
		}
	}
}

/** @param moofAt position of the fragment in the file */
function readFragment(tracks: Map<number, Track>, moof: Buffer, moofAt: number): Sample[] {
	const samples: Sample[] = []
	for (const { type, body } of boxes(moof)) {
		if (type === 'traf') readTrackFragment(tracks, body, moofAt, samples)
	}
	return samples.sort((a, b) => a.timestampMs - b.timestampMs)
}

function readTrackFragment(tracks: Map<number, Track>, traf: Buffer, moofAt: number, samples: Sample[]) {
	const tfhd = need(child(traf, 'tfhd'), 8)
	const track = tracks.get(tfhd.readUInt32BE(4))
	if (!track) return
	const { base, defaults } = readFragmentHeader(tfhd, track.defaults, moofAt)
	const tfdt = need(child(traf, 'tfdt'), 8)
	let dts = tfdt[0] === 1 ? Number(need(tfdt, 12).readBigUInt64BE(4)) : tfdt.readUInt32BE(4)
	let at = base
	for (const { type, body } of boxes(traf)) {
		if (type !== 'trun') continue
		const run = readRun(body, defaults, samples.length)
		at = run.dataOffset === undefined ? at : base + run.dataOffset
		for (const { duration, size, flags, composition } of run.samples) {
			const ms = (ticks: number) => Math.round((ticks * 1000) / track.timescale)
			const isKey = track.kind === 'audio' || (flags & isNonSync) === 0
			const compositionMs = Math.max(-0x80_0000, Math.min(0x7f_ffff, ms(composition)))
			samples.push({ track, at, size, timestampMs: ms(dts) >>> 0, compositionMs, isKey })
			at += size
			dts += duration
		}
	}
}

function readFragmentHeader(tfhd: Buffer, defaults: SampleDefaults, moofAt: number) {
	const flags = tfhd.readUIntBE(1, 3)
	let at = 8
	const next = (flag: number, otherwise: number, bytes = 4) => {
		if (!(flags & flag)) return otherwise
		const from = at
		at += bytes
		need(tfhd, at)
		return bytes === 8 ? Number(tfhd.readBigUInt64BE(from)) : tfhd.readUInt32BE(from)
	}
	const base = next(0x01, moofAt, 8)
	next(0x02, 0)
	const duration = next(0x08, defaults.duration)
	const size = next(0x10, defaults.size)
	return { base, defaults: { duration, size, flags: next(0x20, defaults.flags) } }
}

function readRun(body: Buffer, defaults: SampleDefaults, already: number) {
	const trun = need(body, 8)
	const flags = trun.readUIntBE(1, 3)
	const count = trun.readUInt32BE(4)
	if (already + count > maxSamples) throw new CorruptMediaError('a fragment of too many frames')
	let at = 8
	const next = () => {
		const value = need(trun, at + 4).readInt32BE(at)
		at += 4
		return value
	}
	const dataOffset = flags & 0x01 ? next() : undefined
	const firstFlags = flags & 0x04 ? next() : undefined
	const samples = Array.from({ length: count }, (_, i) => {
		const duration = flags & 0x100 ? next() >>> 0 : defaults.duration
		const size = flags & 0x200 ? next() >>> 0 : defaults.size
		const own = flags & 0x400 ? next() : defaults.flags
		const composition = flags & 0x800 ? next() : 0
		return { duration, size, flags: i === 0 && firstFlags !== undefined ? firstFlags : own, composition }
	})
	return { dataOffset, samples }
}
