import { liveDelays } from '@parley/core'
import { timescale } from '../packager/mp4.ts'
import { type PackagedPart, targetDurationSeconds } from '../packager/packager.ts'
import type { FileNames } from './fileNames.ts'
import { parseFileName } from './fileNames.ts'
import {
	type ListedPart,
	type ListedSegment,
	mediaPlaylist,
	type RenditionReport,
	recordingPlaylist,
	reportLines,
} from './playlist.ts'
import { initFile, type SegmentFiles, segmentFile } from './segmentFiles.ts'
import type { JournalEntry, KeptSegment, KeptSegments } from './segmentJournal.ts'

interface Part extends ListedPart {
	data: Buffer
}

interface SegmentMemory {
	parts: Part[]
	/** All of a complete segment; its parts are views of it, and every answer and the disk get it without a copy. */
	whole: Buffer | undefined
}

interface Segment extends ListedSegment {
	bytes: number
	/** Length already on disk while it is open, in seconds. */
	written: number
	/** Missing once it is on disk, and older than viewers at the live edge request. */
	memory: SegmentMemory | undefined
	isOnDisk: boolean
}

/** Bit rate of segments broadcast between two moments, in ms since 1970. */
interface BitRates {
	peak: number
	average: number
	from: number
	until: number
}

export interface SegmentStoreOptions {
	names: FileNames
	files: SegmentFiles
	/** Length of the rewind window, in ms. */
	windowMs: number
	/** Keeps every segment, not only those of the window. */
	isRecorded: boolean
	/** Returns the time a point of the timeline was broadcast, in ms since 1970. @param at in ms */
	dateOf(at: number): number
	/** The number of the first segment, larger than any of an earlier process. */
	firstMsn: number
	/** Called when a part of a recording's segment is on disk. */
	onKept?(entry: JournalEntry): void
	/** Called when the disk refuses a segment, or accepts them again. */
	onDisk(isFull: boolean): void
}

export type PlaylistAnswer =
	/** `isLate`: the requested media did not arrive in time. */
	{ status: 200; text: string; isLate: boolean } | { status: 400 } | { status: 404 } | { status: 503 }

export interface PlaylistRequest {
	/** `_HLS_msn`: answer when the playlist contains this segment, or `part` of it. */
	msn?: number
	part?: number
	isDelta?: boolean
	/** Reports of the other definitions. */
	reports: () => RenditionReport[]
}

const recentSegments = 10
/** Largest distance between the starts of corresponding segments of two definitions: half a frame, in ms. */
const sameTimeMs = 20
/** Segments whose data stays in memory, in seconds: those with parts, and a margin for slow viewers. */
const memorySeconds = 16
/** Age at which a segment the disk refused leaves the window with all before it, in seconds. */
const unwrittenSeconds = 60
/** RFC 8216bis 6.2.2: a playlist that drops segments keeps three target durations; the open segment does not count. */
const leastListedMs = 4 * targetDurationSeconds * 1_000
/** Interval of retries for files the disk refused, after the end, in ms. */
const retryMs = 10_000
/** Time for which files outlive their place in the playlist, since viewers may have an older one. */
const graceMs = 60_000
/** Interval at which an open segment of a recording is rewritten, in seconds of media. */
const writtenEvery = 1
/** One segment in this many has its recording time. */
const dateEvery = 10
/** A gap longer than the window and than this is marked as a discontinuity. */
const leastGapMs = 60_000
/** Smaller gaps are rounding errors. */
const smallestGapSeconds = 0.02
/** Maximum number of blocked requests per definition; further ones are told to retry. */
const maxWaiters = 20_000

interface Waiter {
	isReady(): boolean
	resolve(): void
}

const keptOf = (segment: Omit<ListedSegment, 'parts'>): KeptSegment => {
	const { msn, duration, programDateTime, isDiscontinuity, init, isDated } = segment
	return { msn, duration, programDateTime, isDiscontinuity, init, isDated, isComplete: true, isGap: false }
}
function joinParts(memory: SegmentMemory) {
	memory.whole = Buffer.concat(memory.parts.map(({ data }) => data))
	let from = 0
	for (const part of memory.parts) {
		const until = from + part.data.length
		part.data = memory.whole.subarray(from, until)
		from = until
	}
}
const isKept = ({ isOnDisk, isGap }: Segment): boolean => isOnDisk && !isGap

/** The segments of one definition: takes parts, serves playlists and files (RFC 8216bis). */
export class SegmentStore {
	private readonly options: SegmentStoreOptions
	/** Oldest first, without gaps in their numbers. */
	private segments: Segment[] = []
	/** Earlier ones kept for the recording. */
	private recorded: Segment[] = []
	private inits: Buffer[] = []
	private initsOnDisk = new Set<number>()
	/** Discontinuities that left the playlist. */
	private discontinuitySequence = 0
	/** First segment of the playlist; earlier ones are kept for viewers with an older playlist. */
	private firstListed = 0
	private nextMsn = 0
	private isDiscontinuity = false
	/** End of the newest part, in ticks. */
	private endsAt = 0
	/** True if the next segment gets its broadcast time: it is the first, or not continuous. */
	private isToBeDated = true
	private partTarget = 0
	private isEnded = false
	private waiters = new Set<Waiter>()
	private writing: Promise<void> = Promise.resolve()
	private retry: NodeJS.Timeout | undefined
	private isReleased = false
	private fullText: string | undefined
	private deltaText: string | undefined
	/** Text of an ended recording. */
	private recordingText: string | undefined
	/** Arrival time of the newest part or segment, by `performance.now()`. */
	changedAt = 0

	constructor(options: SegmentStoreOptions) {
		this.options = options
		this.nextMsn = options.firstMsn
	}

	/** Sets the init segment of the following parts. */
	setInit(data: Buffer) {
		this.closeSegment()
		this.inits.push(data)
	}

	/** The following media is not continuous with earlier media. */
	discontinue() {
		this.closeSegment()
		this.isDiscontinuity = this.nextMsn > this.options.firstMsn
		this.isToBeDated = true
	}

	/** @param partTarget promised by the packager, in ticks */
	addPart(part: PackagedPart, partTarget: number) {
		if (this.isEnded || this.inits.length === 0) return
		this.partTarget ||= partTarget / timescale
		if (part.startsSegment) this.closeSegment()
		if (!this.openSegment()) this.fillGap(part.start)
		const segment = this.openSegment() ?? this.beginSegment(part)
		this.endsAt = part.start + part.duration
		const added = { duration: part.duration / timescale, isIndependent: part.isIndependent, data: part.data }
		segment.parts.push(added)
		segment.duration += added.duration
		segment.bytes += part.data.length
		if (part.endsSegment) return this.closeSegment()
		if (this.options.isRecorded && segment.duration - segment.written >= writtenEvery) this.storeOpen(segment)
		this.changed()
	}

	/** Completes the open segment. */
	closeSegment() {
		const segment = this.openSegment()
		if (!segment) return
		segment.isComplete = true
		if (segment.memory) joinParts(segment.memory)
		this.store()
		this.forget()
		this.changed()
	}

	end() {
		if (this.isEnded) return
		this.closeSegment()
		this.isEnded = true
		this.store()
		this.changed()
	}

	/**
	 * Called when the server stops, or the stream is removed: answers all waiting requests with the current state, and
	 * writes a last time.
	 */
	release() {
		this.isReleased = true
		clearTimeout(this.retry)
		this.store()
		for (const waiter of [...this.waiters]) waiter.resolve()
	}

	/** Returns whether it has playable media. */
	isPlayable() {
		return this.segments.length > 0
	}

	/** The newest part, for reports of other definitions. */
	last(): { msn: number; part: number } | undefined {
		const segment = this.segments.at(-1)
		return segment && { msn: segment.msn, part: segment.parts.length - 1 }
	}

	/** Length of the playlist, in milliseconds. */
	listedMs(): number {
		return Math.round(this.segments.slice(this.firstListed).reduce((sum, { duration }) => sum + duration, 0) * 1000)
	}

	/**
	 * Bit rates of the last ten complete segments, or of those at the same time as another definition's; undefined if
	 * there are none.
	 * @param within milliseconds since 1970
	 */
	recentBitRates(within?: Pick<BitRates, 'from' | 'until'>): BitRates | undefined {
		const isWithin = ({ programDateTime }: Segment) =>
			within === undefined || (programDateTime >= within.from - sameTimeMs && programDateTime < within.until)
		// The other definition may be ahead of it.
		const last = this.segments
			.slice(within ? -4 * recentSegments : -recentSegments)
			.filter(segment => segment.isComplete && !segment.isGap && isWithin(segment))
		const [first, newest] = [last[0], last.at(-1)]
		if (!first || !newest) return undefined
		const sum = (of: (segment: Segment) => number) => last.reduce((total, segment) => total + of(segment), 0)
		return {
			peak: Math.max(...last.map(({ bytes, duration }) => Math.ceil((bytes * 8) / Math.max(0.1, duration)))),
			average:
				(sum(({ bytes }) => bytes) * 8) /
				Math.max(
					0.1,
					sum(({ duration }) => duration),
				),
			from: first.programDateTime,
			until: newest.programDateTime + newest.duration * 1000,
		}
	}

	async playlist(request: PlaylistRequest): Promise<PlaylistAnswer> {
		const { msn, part } = request
		if (msn === undefined && part !== undefined) return { status: 400 }
		if (!this.isPlayable()) return { status: 404 }
		if (msn !== undefined && !this.isEnded) {
			if (this.isTooFarAhead(msn, part)) return { status: 400 }
			const outcome = await this.waitUntil(() => this.isEnded || this.has(msn, part))
			if (outcome === 'full') return { status: 503 }
			return { status: 200, text: this.text(request), isLate: outcome === 'late' }
		}
		return { status: 200, text: this.text(request), isLate: false }
	}

	/** Returns a segment, part or init by its name, waiting for a hinted part; undefined if it does not exist. */
	async file(fileName: string): Promise<Buffer | undefined> {
		const name = parseFileName(fileName)
		if (!name || !this.options.names.isTold(name)) return undefined
		if (name.kind === 'init') return this.inits[name.number]
		if (name.kind === 'part' && this.isHinted(name.msn, name.part)) {
			await this.waitUntil(() => this.isEnded || this.has(name.msn, name.part))
		}
		const segment = this.find(name.msn)
		if (!segment || (name.kind === 'segment' && !segment.isComplete)) return undefined
		if (name.kind === 'part') return segment.memory?.parts[name.part]?.data
		return segment.memory?.whole ?? (await this.options.files.read(segmentFile(name.msn)))
	}

	hasRecording(): boolean {
		return this.recorded.some(isKept) || this.segments.some(isKept)
	}

	/** The playlist of the full recording; undefined if it is empty. */
	recording(): string | undefined {
		if (!this.hasRecording()) return undefined
		const text = this.recordingText ?? recordingPlaylist(this.options.names, this.keptSegments())
		if (this.isEnded) this.recordingText = text
		return text
	}

	/** Returns whether the disk has accepted everything. */
	isWritten(): boolean {
		return this.unwritten() === undefined
	}

	/** Resolves when everything the disk accepts is written. */
	async settle() {
		await this.writing
	}

	/** Returns the data a later process needs; complete after `settle`. */
	kept(): KeptSegments {
		return { segments: this.keptSegments().map(keptOf), partTarget: this.partTarget }
	}

	/** Restores the data of an earlier process; may continue if the stream has not ended. */
	static async restore(options: SegmentStoreOptions, kept: KeptSegments, isEnded: boolean): Promise<SegmentStore> {
		const segmentStore = new SegmentStore(options)
		segmentStore.recorded = kept.segments.map(segment => {
			return { ...segment, parts: [], bytes: 0, written: segment.duration, memory: undefined, isOnDisk: true }
		})
		segmentStore.partTarget = kept.partTarget
		segmentStore.isEnded = isEnded
		segmentStore.isDiscontinuity = true
		segmentStore.nextMsn = Math.max(options.firstMsn, (kept.segments.at(-1)?.msn ?? -1) + 1)
		const inits = Math.max(-1, ...kept.segments.map(({ init }) => init)) + 1
		for (let i = 0; i < inits; i++) {
			const data = await options.files.read(initFile(i))
			segmentStore.inits.push(data ?? Buffer.alloc(0))
			if (data) segmentStore.initsOnDisk.add(i)
		}
		segmentStore.recorded = segmentStore.recorded.filter(({ init }) => segmentStore.initsOnDisk.has(init))
		return segmentStore
	}

	private keptSegments() {
		return [...this.recorded, ...this.segments].filter(isKept)
	}

	private openSegment(): Segment | undefined {
		const last = this.segments.at(-1)
		return last && !last.isComplete ? last : undefined
	}

	private beginSegment({ start }: Pick<PackagedPart, 'start'>): Segment {
		const isDated = this.isToBeDated || this.nextMsn % dateEvery === 0
		this.isToBeDated = false
		const parts: Part[] = []
		const segment: Segment = {
			msn: this.nextMsn++,
			parts,
			duration: 0,
			programDateTime: Math.round(this.options.dateOf((start * 1000) / timescale)),
			isDiscontinuity: this.isDiscontinuity,
			init: this.inits.length - 1,
			isComplete: false,
			isGap: false,
			isDated,
			bytes: 0,
			written: 0,
			memory: { parts, whole: undefined },
			isOnDisk: false,
		}
		this.isDiscontinuity = false
		this.segments.push(segment)
		return segment
	}

	/** Handles missing media: the publisher paused, or the transcoder was down. */
	private fillGap(start: number) {
		if (this.isToBeDated || this.isDiscontinuity) return
		let missing = (start - this.endsAt) / timescale
		// A definition at rest has long gaps, but its media stays on the same timeline.
		if (missing * 1000 > Math.max(this.options.windowMs, leastGapMs)) {
			this.discontinue()
			return
		}
		while (missing > smallestGapSeconds) {
			const duration = Math.min(missing, targetDurationSeconds)
			const at = start - missing * timescale
			const segment = this.beginSegment({ start: at })
			Object.assign(segment, { duration, isGap: true, isComplete: true, isOnDisk: true, memory: undefined })
			missing -= duration
		}
	}

	private store() {
		this.writing = this.writing.then(() => this.writeUnwritten())
	}

	/** Writes oldest first; files the disk refuses are retried with the next segment, and periodically after the end. */
	private async writeUnwritten() {
		let segment = this.unwritten()
		while (segment && (await this.write(segment))) segment = this.unwritten()
		if (!segment || !this.isEnded || this.isReleased) return
		clearTimeout(this.retry)
		this.retry = setTimeout(() => this.store(), retryMs).unref()
	}

	private unwritten(): Segment | undefined {
		return this.segments.find(({ isComplete, isOnDisk }) => isComplete && !isOnDisk)
	}

	private async write(segment: Segment): Promise<boolean> {
		const data = segment.memory?.whole ?? Buffer.alloc(0)
		const write = async () => {
			await this.writeInit(segment.init)
			await this.options.files.write(segmentFile(segment.msn), data)
		}
		try {
			await write().catch(async error => {
				this.options.onDisk(true)
				// This would free nothing: a recording keeps segments that leave the window.
				if (this.options.isRecorded) throw error
				await this.shrink(segment)
				await write()
			})
			segment.isOnDisk = true
			if (this.options.isRecorded) this.options.onKept?.({ segment: keptOf(segment), partTarget: this.partTarget })
			this.recordingText = undefined
			this.options.onDisk(false)
		} catch {
			// Removed from the window when it leaves memory.
			await this.options.files.remove(segmentFile(segment.msn)).catch(() => {})
		}
		return segment.isOnDisk
	}

	/** Stores the current part of a recording's open segment: a killed process only loses media received since. */
	private storeOpen(segment: Segment) {
		const data = segment.parts.map(part => (part as Part).data)
		const kept = { ...keptOf(segment), duration: segment.duration }
		segment.written = segment.duration
		this.writing = this.writing.then(async () => {
			if (segment.isOnDisk) return
			try {
				await this.writeInit(segment.init)
				await this.options.files.write(segmentFile(segment.msn), Buffer.concat(data))
				this.options.onKept?.({ segment: kept, partTarget: this.partTarget })
			} catch {
				// The whole segment is written again when it is complete, which also reports a full disk.
			}
		})
	}

	/** Writes the init segment before the first segment that needs it. */
	private async writeInit(number: number) {
		const data = this.inits[number]
		if (!data || this.initsOnDisk.has(number)) return
		await this.options.files.write(initFile(number), data)
		this.initsOnDisk.add(number)
	}

	/** Makes room on a full disk for this segment: deletes a quarter of the rewind window first. */
	private async shrink(segment: Segment) {
		const count = Math.min(Math.ceil(this.segments.indexOf(segment) / 4), this.countOlderThan(leastListedMs))
		if (count > 0) await this.drop(count)
	}

	/** Frees memory, and drops media older than the window. */
	private forget() {
		const { windowMs, isRecorded } = this.options
		let fromEnd = 0
		let oldestListed = this.segments.length
		let lost = -1
		for (let i = this.segments.length - 1; i >= 0; i--) {
			const segment = this.segments[i] as Segment
			if (segment.isOnDisk && segment.memory && fromEnd > memorySeconds) {
				segment.memory = undefined
				segment.parts = []
			}
			if (!segment.isOnDisk && fromEnd > unwrittenSeconds && lost === -1) lost = i
			if (fromEnd * 1000 < windowMs && lost === -1) oldestListed = i
			fromEnd += segment.duration
		}
		this.listFrom(oldestListed)
		const retired = isRecorded ? this.firstListed : this.countOlderThan(windowMs + graceMs)
		const gone = Math.max(lost + 1, retired)
		if (gone > 0) this.drop(gone).catch(() => {})
	}

	private countOlderThan(ms: number): number {
		let fromEnd = 0
		for (let i = this.segments.length - 1; i >= 0; i--) {
			if (fromEnd * 1000 > ms) return i + 1
			fromEnd += (this.segments[i] as Segment).duration
		}
		return 0
	}

	/** Moves the start of the playlist forward to this segment. */
	private listFrom(index: number) {
		for (let i = this.firstListed; i < index; i++) {
			if (this.segments[i]?.isDiscontinuity) this.discontinuitySequence++
		}
		this.firstListed = Math.max(this.firstListed, index)
	}

	/** Stops serving the oldest segments; deletes their files unless they are recorded. */
	private async drop(count: number) {
		this.listFrom(count)
		const gone = this.segments.splice(0, count)
		this.firstListed -= gone.length
		this.fullText = undefined
		this.deltaText = undefined
		if (this.options.isRecorded) {
			for (const segment of gone) segment.memory = undefined
			this.recorded.push(...gone.filter(({ isOnDisk }) => isOnDisk).map(segment => ({ ...segment, parts: [] })))
			return
		}
		for (const { msn, isOnDisk } of gone) if (isOnDisk) await this.options.files.remove(segmentFile(msn))
	}

	private find(msn: number): Segment | undefined {
		const first = this.segments[0]
		if (first && msn >= first.msn) return this.segments[msn - first.msn]
		return this.recorded.find(segment => segment.msn === msn)
	}

	private has(msn: number, part: number | undefined): boolean {
		const last = this.segments.at(-1)
		if (!last || last.msn !== msn) return last !== undefined && last.msn > msn
		return last.isComplete || (part !== undefined && last.parts.length > part)
	}

	/** RFC 8216bis 6.2.5.2: two segments, or the advance part limit. */
	private isTooFarAhead(msn: number, part: number | undefined): boolean {
		const last = this.segments.at(-1) as Segment
		if (msn > last.msn + 2) return true
		if (part === undefined) return false
		const next = last.isComplete ? { msn: last.msn + 1, part: 0 } : { msn: last.msn, part: last.parts.length }
		const limit = Math.ceil(3 / Math.min(1, this.partTarget || 1))
		return msn === next.msn ? part > next.part + limit : msn > next.msn && part > limit
	}

	private isHinted(msn: number, part: number): boolean {
		const last = this.segments.at(-1)
		if (!last) return false
		return last.isComplete ? msn === last.msn + 1 && part === 0 : msn === last.msn && part === last.parts.length
	}

	/** Resolves when the condition holds, or after a timeout. */
	private waitUntil(isReady: () => boolean): Promise<'ready' | 'late' | 'full'> {
		if (isReady()) return Promise.resolve('ready')
		if (this.waiters.size >= maxWaiters) return Promise.resolve('full')
		return new Promise(resolve => {
			const finish = (outcome: 'ready' | 'late') => {
				clearTimeout(timer)
				this.waiters.delete(waiter)
				resolve(outcome)
			}
			const waiter: Waiter = { isReady, resolve: () => finish('ready') }
			const timer = setTimeout(finish, liveDelays.playlistBlockMs, 'late')
			this.waiters.add(waiter)
		})
	}

	private changed() {
		this.changedAt = performance.now()
		this.fullText = undefined
		this.deltaText = undefined
		for (const waiter of [...this.waiters]) if (waiter.isReady()) waiter.resolve()
	}

	/** Builds a playlist once between two changes; only the reports carry the viewer's token. */
	private text({ isDelta = false, reports }: PlaylistRequest): string {
		const known = isDelta ? this.deltaText : this.fullText
		const text = known ?? this.makeText(isDelta)
		if (isDelta) this.deltaText = text
		else this.fullText = text
		return this.isEnded ? text : text + reportLines(reports())
	}

	private makeText(isDelta: boolean): string {
		return mediaPlaylist(this.options.names, {
			segments: this.segments.slice(this.firstListed),
			discontinuitySequence: this.discontinuitySequence,
			partTarget: this.partTarget,
			isEnded: this.isEnded,
			isDelta,
		})
	}
}
