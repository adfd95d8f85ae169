import type { LiveStreamId } from '../../../index.ts'
import type { StoredStreams } from './storedStreams.ts'

/** Stream names contain no dot, so no stream takes the folder for its own. */
const pattern = /^([\w-]{1,64})\.unreadable-\d+$/

/**
 * Media of streams with an unreadable index: nothing plays them or writes to them. An operator may repair the index and
 * rename the folder back, until its stream is removed.
 */
export class SetAsideMedia {
	private readonly stored: StoredStreams
	private readonly kept: { streamId: LiveStreamId; name: string; bytes: number }[] = []

	constructor(stored: StoredStreams) {
		this.stored = stored
	}

	/** Registers media an earlier process set aside; false if the name is not one of them. */
	async restore(name: string): Promise<boolean> {
		const streamId = pattern.exec(name)?.[1]
		if (streamId === undefined) return false
		// Entirely unreadable media cannot be measured better.
		const bytes = await this.stored.bytesOf(name).catch(() => 0)
		this.kept.push({ streamId, name, bytes })
		return true
	}

	/** Renames the stream's folder; returns its new name. */
	async add(streamId: LiveStreamId, now: number): Promise<string> {
		const name = `${streamId}.unreadable-${now}`
		await this.stored.rename(streamId, name)
		await this.restore(name)
		return name
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
			await this.stored.remove(media.name)
			this.kept.splice(this.kept.indexOf(media), 1)
		}
	}
}
