import { boxHeaderAt, boxHeaderBytes } from './boxes.ts'
import { readFragmentTimes } from './fragments.ts'

/** Shortest segment of a playlist, in seconds: each is one request of a player. */
const minSegmentS = 4
/** A larger distance between fragments is an interruption: the program that composes was started again. */
const gapS = 0.5
/** Size of one read: the header of a fragment and the next one's are usually in it. */
const windowBytes = 64 * 1024

/** A part of a recording that begins with a key frame. */
export interface RecordedSegment {
	/** Its place in the file. */
	from: number
	bytes: number
	startS: number
	durationS: number
	startsWithKeyFrame: boolean
	/** It does not continue the one before it. */
	isAfterGap: boolean
}

/** A fragment is written at once and lasts about half a second. */
export interface RecordedFragment {
	bytes: number
	startS: number
	startsWithKeyFrame: boolean
}

export interface RecordingIndex {
	/** Complete fragments; what follows them in the file is not used. */
	bytes: number
	/** Without interruptions. */
	durationS: number
	/** End of the last fragment, with interruptions. */
	endS: number
	segments: RecordedSegment[]
	/** All of them, in order; each segment has several. */
	fragments: RecordedFragment[]
}

export type ReadBytes = (from: number, to: number) => Promise<Buffer | undefined>

/**
 * Reads where the segments of a recording are from its fragments, also of one whose end was never written.
 * @returns undefined if nothing can be played
 */
export async function indexRecording(read: ReadBytes, fileBytes: number): Promise<RecordingIndex | undefined> {
	const bytesAt = createWindow(read, fileBytes)
	const segments: RecordedSegment[] = []
	const fragments: RecordedFragment[] = []
	let endS = 0
	let at = 0
	for (;;) {
		const fragment = await fragmentAt(bytesAt, at, fileBytes)
		if (!fragment) break
		const { times, size } = fragment
		const last = segments.at(-1)
		const isAfterGap = last !== undefined && times.startS - endS > gapS
		const isFull = last === undefined || isAfterGap || times.startS - last.startS >= minSegmentS
		if (isFull && (times.startsWithKeyFrame || isAfterGap)) {
			if (last) last.durationS = (isAfterGap ? endS : times.startS) - last.startS
			segments.push({ ...times, from: at, bytes: size, durationS: 0, isAfterGap })
		} else if (last) last.bytes += size
		fragments.push({ bytes: size, startS: times.startS, startsWithKeyFrame: times.startsWithKeyFrame })
		endS = Math.max(endS, times.endS)
		at += size
	}
	const [first, last] = [segments[0], segments.at(-1)]
	if (!first || !last) return undefined
	last.durationS = endS - last.startS
	return {
		bytes: at,
		durationS: segments.reduce((sum, { durationS }) => sum + durationS, 0),
		endS,
		segments,
		fragments,
	}
}

async function fragmentAt(bytesAt: ReturnType<typeof createWindow>, at: number, fileBytes: number) {
	const moof = await boxAt(bytesAt, at)
	if (moof?.type !== 'moof') return undefined
	const mdat = await boxAt(bytesAt, at + moof.size)
	const size = moof.size + (mdat?.size ?? 0)
	if (mdat?.type !== 'mdat' || at + size > fileBytes) return undefined
	const content = await bytesAt(at, moof.size)
	const times = content && readFragmentTimes(content)
	return times && { times, size }
}

async function boxAt(bytesAt: ReturnType<typeof createWindow>, at: number) {
	const bytes = await bytesAt(at, boxHeaderBytes)
	const header = bytes && boxHeaderAt(bytes, 0)
	return header && header.size >= boxHeaderBytes ? header : undefined
}

/** Reads in large pieces what is needed in small ones. */
function createWindow(read: ReadBytes, fileBytes: number) {
	let from = 0
	let window: Buffer = Buffer.alloc(0)
	return async (at: number, count: number): Promise<Buffer | undefined> => {
		if (at + count > fileBytes) return undefined
		if (at < from || at + count > from + window.length) {
			from = at
			window = (await read(at, at + Math.max(count, windowBytes) - 1)) ?? Buffer.alloc(0)
		}
		return at + count > from + window.length ? undefined : window.subarray(at - from, at - from + count)
	}
}
