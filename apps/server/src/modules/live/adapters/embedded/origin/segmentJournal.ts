import * as v from 'valibot'
import type { AppendableBlobs } from '../../../../../platform/blobStore.ts'

/** The persistent data of a segment. */
export const KeptSegment = v.object({
	msn: v.number(),
	duration: v.number(),
	programDateTime: v.number(),
	isDiscontinuity: v.boolean(),
	init: v.number(),
	isComplete: v.boolean(),
	isGap: v.boolean(),
	isDated: v.boolean(),
})
export type KeptSegment = v.InferOutput<typeof KeptSegment>

/** The data a recording needs to be played after a restart. */
export interface KeptSegments {
	segments: KeptSegment[]
	/** Seconds. */
	partTarget: number
}

const Line = v.object({ segment: KeptSegment, partTarget: v.number() })
export type JournalEntry = v.InferOutput<typeof Line>

const journalFile = 'segments.jsonl'

/** Journal with a line for each piece of a recording on disk, so that a killed process only loses later media. */
export class SegmentJournal {
	readonly #blobs: AppendableBlobs
	readonly #name: string
	#adding: Promise<void> = Promise.resolve()

	/** @param folder of the stream */
	constructor(blobs: AppendableBlobs, folder: string) {
		this.#blobs = blobs
		this.#name = `${folder}/${journalFile}`
	}

	/** Rejects as the store does. */
	add(entry: JournalEntry): Promise<void> {
		const append = () => this.#blobs.append(this.#name, Buffer.from(`${JSON.stringify(entry)}\n`))
		this.#adding = this.#adding.then(append, append)
		return this.#adding
	}

	/** Reads lines, oldest first; the last one of a number counts, and a truncated one is skipped. */
	async entries(): Promise<JournalEntry[]> {
		const text = (await this.#blobs.read(this.#name))?.toString() ?? ''
		return text.split('\n').flatMap(line => {
			const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Line), line)
			return parsed.success ? parsed.output : []
		})
	}

	/** Resolves when everything was tried to be added. */
	async settle(): Promise<void> {
		await this.#adding.catch(() => {})
	}

	/** Removes the lines: the index has everything. */
	async remove(): Promise<void> {
		await this.settle()
		await this.#blobs.delete(this.#name)
	}
}

/** Merges the index with the journal lines after it, ordered by number. */
export function withJournal(index: KeptSegments, entries: readonly JournalEntry[]): KeptSegments {
	const byNumber = new Map(index.segments.map(segment => [segment.msn, segment]))
	for (const { segment } of entries) byNumber.set(segment.msn, segment)
	return {
		segments: [...byNumber.values()].sort((one, other) => one.msn - other.msn),
		partTarget: index.partTarget || (entries.at(-1)?.partTarget ?? 0),
	}
}
