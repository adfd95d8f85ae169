import { createHash } from 'node:crypto'
import { streamIdPattern } from '@parley/core'
import * as v from 'valibot'
import type { BlobInfo, BlobStore } from '../../../../../platform/blobStore.ts'
import type { LiveStreamId } from '../../../index.ts'
import { inParallel } from './inParallel.ts'
import { initFile, type SegmentFiles, segmentFile } from './segmentFiles.ts'
import { StreamIndex } from './streamIndex.ts'

/** Contains a dot, so that no stream has this name. */
const indexFolder = 'recordings.index'
const indexPattern = /^recordings\.index\/([\w-]+)\.([0-9a-f]{16})\.(json|begun)$/
/** Requests that are sent at once. */
const requestsAtOnce = 6

/** Name of the section that a node has recorded: each has a secret of its own. */
const sectionOf = ({ secret }: Pick<StreamIndex, 'secret'>): string =>
	createHash('sha256').update(secret).digest('hex').slice(0, 16)

const nameOf = (id: LiveStreamId, section: string, kind: 'json' | 'begun') => `${indexFolder}/${id}.${section}.${kind}`
const folderOf = (id: LiveStreamId, section: string) => `${id}/${section}`

/** Names of the files that a recording has according to its index. */
export function filesOf({ source: { segments } }: StreamIndex): string[] {
	const inits = Math.max(-1, ...segments.map(({ init }) => init)) + 1
	return [...Array.from({ length: inits }, (_, i) => initFile(i)), ...segments.map(({ msn }) => segmentFile(msn))]
}

/** Sizes of the files in a folder, by their names. */
async function sizesIn(blobs: BlobStore, folder: string): Promise<Map<string, number>> {
	const found = await blobs.list(`${folder}/`)
	return new Map(found.map(({ name, bytes }: BlobInfo) => [name.slice(folder.length + 1), bytes]))
}

export interface Copied {
	copied: number
	/** Files that were there already. */
	present: number
}

export interface ListedRecording {
	/** Sorted names of the sections that are complete. */
	sections: string[]
	/** Sections whose copy has begun. */
	begun: string[]
}

/**
 * The recordings of ended lives in an object store. The recording of a live whose streams another node took over has a section of
 * each node; they are played in the order of their time. A section is complete once its index is there, which is written last. What
 * marks its beginning stays beside it, so that everything can be found without a list of all segments.
 */
export class RecordingArchive {
	readonly #objects: BlobStore

	constructor(objects: BlobStore) {
		this.#objects = objects
	}

	/** @param only lists this one alone, if it is there */
	async list(only?: LiveStreamId): Promise<Map<LiveStreamId, ListedRecording>> {
		const listed = new Map<LiveStreamId, ListedRecording>()
		for (const { name } of await this.#objects.list(`${indexFolder}/${only === undefined ? '' : `${only}.`}`)) {
			const [, id = '', section = '', kind] = indexPattern.exec(name) ?? []
			if (!streamIdPattern.test(id)) continue
			const recording = listed.get(id) ?? { sections: [], begun: [] }
			listed.set(id, recording)
			recording[kind === 'json' ? 'sections' : 'begun'].push(section)
		}
		return listed
	}

	/** Returns whether the recording has complete sections besides these. */
	async hasOtherSections(id: LiveStreamId, known: readonly string[]): Promise<boolean> {
		const { sections = [] } = (await this.list(id)).get(id) ?? {}
		return sections.some(section => !known.includes(section))
	}

	/** Names the section that the index is of. */
	sectionOf(index: Pick<StreamIndex, 'secret'>): string {
		return sectionOf(index)
	}

	/** The file of a section; undefined where it is missing. */
	read(id: LiveStreamId, index: Pick<StreamIndex, 'secret'>, file: string): Promise<Buffer | undefined> {
		return this.#objects.read(`${folderOf(id, sectionOf(index))}/${file}`)
	}

	/**
	 * Copies an ended recording from the disk, without the files that are missing there. Files that are in the object store
	 * with the same size are not copied again, so that an interrupted copy continues.
	 * @throws where it is not complete afterwards; it is not listed then
	 */
	async copy(disk: BlobStore, id: LiveStreamId, index: StreamIndex, signal?: AbortSignal): Promise<Copied> {
		const [from, section] = [`${id}/source`, sectionOf(index)]
		const to = folderOf(id, section)
		const onDisk = await sizesIn(disk, from)
		const files = filesOf(index).filter(file => onDisk.has(file))
		await this.#objects.write(nameOf(id, section, 'begun'), Buffer.alloc(0))
		const there = await sizesIn(this.#objects, to)
		const missing = files.filter(file => there.get(file) !== onDisk.get(file))
		await inParallel(missing, requestsAtOnce, async file => {
			signal?.throwIfAborted()
			const content = await disk.read(`${from}/${file}`)
			if (!content) throw new Error(`${from}/${file} is gone`)
			await this.#objects.write(`${to}/${file}`, content)
		})
		const copied = await sizesIn(this.#objects, to)
		const wrong = files.find(file => copied.get(file) !== onDisk.get(file))
		if (wrong) throw new Error(`${from}/${wrong} has ${onDisk.get(wrong)} bytes, its copy ${copied.get(wrong)}`)
		signal?.throwIfAborted()
		await this.#objects.write(nameOf(id, section, 'json'), Buffer.from(JSON.stringify(index)))
		return { copied: missing.length, present: files.length - missing.length }
	}

	/** Files that the index names, and that are neither on the disk nor in the object store. */
	async findMissing(disk: BlobStore, id: LiveStreamId, index: StreamIndex): Promise<string[]> {
		const onDisk = await sizesIn(disk, `${id}/source`)
		const absent = filesOf(index).filter(file => !onDisk.has(file))
		if (absent.length === 0) return []
		const there = await sizesIn(this.#objects, folderOf(id, sectionOf(index)))
		return absent.filter(file => !there.has(file))
	}

	/** Returns the index of all sections as one recording, and its files; undefined where a section is gone. */
	async open(
		id: LiveStreamId,
		sections: readonly string[],
	): Promise<{ index: StreamIndex; files: SegmentFiles } | undefined> {
		const indexes: { section: string; index: StreamIndex }[] = []
		for (const section of sections) {
			const text = (await this.#objects.read(nameOf(id, section, 'json')))?.toString()
			if (text === undefined) return undefined
			indexes.push({ section, index: v.parse(StreamIndex, JSON.parse(text)) })
		}
		const { index, places } = joinSections(indexes)
		const refuse = async () => {
			throw new Error(`the recording of ${id} is complete`)
		}
		return {
			index,
			files: {
				write: refuse,
				remove: refuse,
				read: async file => {
					const place = places.get(file)
					return place === undefined ? undefined : await this.#objects.read(`${id}/${place}`)
				},
			},
		}
	}

	/** Deletes the recording with all of its sections, complete or not. */
	async remove(id: LiveStreamId): Promise<void> {
		const names = (await this.#objects.list(`${indexFolder}/${id}.`)).map(({ name }) => name)
		const isComplete = (name: string) => name.endsWith('.json')
		for (const name of names.filter(isComplete)) await this.#objects.delete(name)
		await this.#objects.delete(id)
		for (const name of names.filter(name => !isComplete(name))) await this.#objects.delete(name)
	}
}

type KeptSegments = StreamIndex['source']['segments']

/** Splits segments where they are not continuous, as after a restart. */
function runsOf(segments: KeptSegments): KeptSegments[] {
	const runs: KeptSegments[] = []
	for (const segment of segments) {
		const last = runs.at(-1)
		if (last && !segment.isDiscontinuity) last.push(segment)
		else runs.push([segment])
	}
	return runs
}

/**
 * Joins sections by the time at which their continuous runs begin: the streams may have gone to another node and back, and the
 * clocks of nodes differ a little. Segments are renumbered where numbers meet. `places` has the path of each file.
 */
function joinSections(sections: readonly { section: string; index: StreamIndex }[]) {
	const places = new Map<string, string>()
	const segments: KeptSegments = []
	let inits = 0
	const runs = sections.flatMap(({ section, index: { source } }) => {
		const firstInit = inits
		for (const { init } of source.segments) inits = Math.max(inits, firstInit + init + 1)
		let startsAt = 0
		return runsOf(source.segments).map(run => {
			// The order within a section is that of its recording, even if the clock was set back.
			startsAt = Math.max(startsAt, run[0]?.programDateTime ?? 0)
			return { section, firstInit, run, startsAt }
		})
	})
	for (const { section, firstInit, run } of runs.sort((one, other) => one.startsAt - other.startsAt)) {
		for (const [at, segment] of run.entries()) {
			const init = firstInit + segment.init
			const msn = Math.max(segment.msn, (segments.at(-1)?.msn ?? -1) + 1)
			places.set(initFile(init), `${section}/${initFile(segment.init)}`)
			places.set(segmentFile(msn), `${section}/${segmentFile(segment.msn)}`)
			const isFirst = at === 0
			const { isDiscontinuity, isDated } = segment
			segments.push({ ...segment, msn, init, isDiscontinuity: isDiscontinuity || isFirst, isDated: isDated || isFirst })
		}
	}
	const indexes = sections.map(({ index }) => index)
	const secrets = indexes.map(({ secret }) => secret)
	// Content that has a name keeps it: what may be renumbered gets other names.
	const joined = createHash('sha256').update(secrets.join()).digest('base64url')
	const index: StreamIndex = {
		secret: secrets.length === 1 ? (secrets[0] ?? joined) : joined,
		endedAt: Math.max(...indexes.map(({ endedAt }) => endedAt ?? 0)),
		isRecorded: true,
		source: { segments, partTarget: Math.max(...indexes.map(({ source }) => source.partTarget)) },
	}
	return { index, places }
}
