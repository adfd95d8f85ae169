import { boxesOf, boxHeaderAt, boxHeaderBytes, findBox } from './boxes.ts'

/** Tracks and timescales of `fragmentedMp4Output`. */
export const videoTrack = 1
const timescales: Record<number, number> = { [videoTrack]: 90_000, 2: 48_000 }

const has = (flags: number, bit: number) => (flags & bit) !== 0
const tfhdFlags = { baseDataOffset: 0x1, descriptionIndex: 0x2, duration: 0x8, size: 0x10, sampleFlags: 0x20 }
const trunFlags = {
	dataOffset: 0x1,
	firstSampleFlags: 0x4,
	duration: 0x100,
	size: 0x200,
	flags: 0x400,
	composition: 0x800,
}
const isNotSync = 0x10000

/** Times of a fragment in seconds, and whether its picture begins with a key frame. */
export interface FragmentTimes {
	startS: number
	endS: number
	startsWithKeyFrame: boolean
}

/** Reads the times of a fragment from its `moof`; undefined if it has no samples. */
export function readFragmentTimes(moof: Buffer): FragmentTimes | undefined {
	const tracks = boxesOf(moof.subarray(boxHeaderBytes))
		.filter(({ type }) => type === 'traf')
		.flatMap(({ content }) => readTrack(content) ?? [])
	if (tracks.length === 0) return undefined
	const video = tracks.find(({ track }) => track === videoTrack)
	return {
		startS: video?.startS ?? Math.min(...tracks.map(({ startS }) => startS)),
		endS: Math.max(...tracks.map(({ endS }) => endS)),
		startsWithKeyFrame: video?.startsWithKeyFrame ?? false,
	}
}

/** Moves a whole fragment on the timeline: changes the bytes. */
export function shiftFragment(fragment: Buffer, byS: number): void {
	const moof = findBox(fragment, 'moof')
	for (const { type, content } of moof ? boxesOf(moof.content) : []) {
		if (type !== 'traf') continue
		const timescale = timescales[findBox(content, 'tfhd')?.content.readUInt32BE(4) ?? 0]
		const times = findBox(content, 'tfdt')?.content
		if (!times || timescale === undefined) continue
		const by = Math.round(byS * timescale)
		if (times[0] === 1) times.writeBigUInt64BE(times.readBigUInt64BE(4) + BigInt(by), 4)
		else times.writeUInt32BE(times.readUInt32BE(4) + by, 4)
	}
}

function readTrack(traf: Buffer) {
	const [header, times, run] = ['tfhd', 'tfdt', 'trun'].map(type => findBox(traf, type)?.content)
	if (!header || !times || !run) return undefined
	const { track, defaultDuration, defaultFlags } = readTrackHeader(header)
	const timescale = timescales[track]
	if (timescale === undefined) return undefined
	const start = times[0] === 1 ? Number(times.readBigUInt64BE(4)) : times.readUInt32BE(4)
	const { duration, firstFlags } = readRun(run, { defaultDuration, defaultFlags })
	return {
		track,
		startS: start / timescale,
		endS: (start + duration) / timescale,
		startsWithKeyFrame: !has(firstFlags, isNotSync),
	}
}

function readTrackHeader(tfhd: Buffer) {
	const flags = tfhd.readUIntBE(1, 3)
	let at = 8
	const next = (bit: number, bytes = 4) => {
		if (!has(flags, bit)) return 0
		at += bytes
		return tfhd.readUInt32BE(at - 4)
	}
	next(tfhdFlags.baseDataOffset, 8)
	next(tfhdFlags.descriptionIndex)
	const defaultDuration = next(tfhdFlags.duration)
	next(tfhdFlags.size)
	const defaultFlags = next(tfhdFlags.sampleFlags)
	return { track: tfhd.readUInt32BE(4), defaultDuration, defaultFlags }
}

function readRun(trun: Buffer, defaults: { defaultDuration: number; defaultFlags: number }) {
	const flags = trun.readUIntBE(1, 3)
	const count = trun.readUInt32BE(4)
	let at = 8
	if (has(flags, trunFlags.dataOffset)) at += 4
	let firstFlags = defaults.defaultFlags
	if (has(flags, trunFlags.firstSampleFlags)) {
		firstFlags = trun.readUInt32BE(at)
		at += 4
	}
	const fields = [trunFlags.duration, trunFlags.size, trunFlags.flags, trunFlags.composition]
	const sampleBytes = fields.filter(bit => has(flags, bit)).length * 4
	let duration = 0
	for (let sample = 0; sample < count; sample++) {
		const sampleAt = at + sample * sampleBytes
		duration += has(flags, trunFlags.duration) ? trun.readUInt32BE(sampleAt) : defaults.defaultDuration
		if (sample === 0 && has(flags, trunFlags.flags)) {
			const before = [trunFlags.duration, trunFlags.size].filter(bit => has(flags, bit)).length
			firstFlags = trun.readUInt32BE(sampleAt + before * 4)
		}
	}
	return { duration, firstFlags }
}

/** A `moof` is small; more is no output of ours. */
const maxFragmentBytes = 64 * 1024 * 1024

export interface FragmentListener {
	/** `ftyp` and `moov`, before the first fragment. */
	onInit(bytes: Buffer): void
	/** `moof` and `mdat`. */
	onFragment(bytes: Buffer): void
}

/**
 * Cuts the output of a program into the beginning of the file and complete fragments.
 * @returns a function that takes the next bytes, split anywhere, and returns a reason if they are not fragmented MP4
 */
export function createFragmentReader({ onInit, onFragment }: FragmentListener): (bytes: Buffer) => string | undefined {
	let pending: Buffer[] = []
	let pendingBytes = 0
	let neededBytes = boxHeaderBytes
	/** Boxes that belong together with the next one. */
	let group: Buffer[] = []

	function take(type: string, box: Buffer) {
		group.push(box)
		if (type === 'moov') onInit(Buffer.concat(group))
		else if (type === 'mdat') onFragment(Buffer.concat(group))
		else if (type === 'ftyp' || type === 'moof') return
		group = []
	}

	return bytes => {
		pending.push(bytes)
		pendingBytes += bytes.length
		// Joined only when a box is complete, so that a large one in small pieces is copied once.
		if (pendingBytes < neededBytes) return undefined
		let rest = Buffer.concat(pending)
		for (;;) {
			const header = boxHeaderAt(rest, 0)
			if (header && (header.size < boxHeaderBytes || header.size > maxFragmentBytes)) return 'no fragmented MP4'
			neededBytes = header?.size ?? boxHeaderBytes
			if (!header || rest.length < header.size) break
			take(header.type, rest.subarray(0, header.size))
			rest = rest.subarray(header.size)
		}
		pending = [rest]
		pendingBytes = rest.length
		return undefined
	}
}
