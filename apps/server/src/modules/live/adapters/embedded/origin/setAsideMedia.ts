import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { LiveStreamId } from '../../../index.ts'

/** Stream names contain no dot, so no stream takes the folder for its own. */
const pattern = /^([\w-]{1,64})\.unreadable-\d+$/

/**
 * Media of streams with an unreadable index: nothing plays them or writes to them. An operator may repair the index and
 * rename the folder back, until its stream is removed.
 */
export class SetAsideMedia {
	private readonly folder: string
	private readonly kept: { streamId: LiveStreamId; name: string; bytes: number }[] = []

	/** @param folder that of all streams */
	constructor(folder: string) {
		this.folder = folder
	}

	/** Registers media an earlier process set aside; false if the name is not one of them. */
	async restore(name: string): Promise<boolean> {
		const streamId = pattern.exec(name)?.[1]
		if (streamId === undefined) return false
		// Entirely unreadable media cannot be measured better.
		const bytes = await sizeOf(join(this.folder, name)).catch(() => 0)
		this.kept.push({ streamId, name, bytes })
		return true
	}

	/** Moves the stream's folder aside. */
	async add(streamId: LiveStreamId, now: number): Promise<string> {
		const name = `${streamId}.unreadable-${now}`
		await rename(join(this.folder, streamId), join(this.folder, name))
		await this.restore(name)
		return join(this.folder, name)
	}

	streamIds(): LiveStreamId[] {
		return this.kept.map(({ streamId }) => streamId)
	}

	has(streamId: LiveStreamId): boolean {
		return this.kept.some(each => each.streamId === streamId)
	}

	diskBytes(): number {
		return this.kept.reduce((sum, { bytes }) => sum + bytes, 0)
	}

	async remove(streamId: LiveStreamId): Promise<void> {
		for (const media of this.kept.filter(each => each.streamId === streamId)) {
			await rm(join(this.folder, media.name), { recursive: true, force: true })
			this.kept.splice(this.kept.indexOf(media), 1)
		}
	}
}

/** Bytes of all files below a folder. */
export async function sizeOf(folder: string): Promise<number> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true })
	let bytes = 0
	for (const entry of entries) if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size
	return bytes
}
