import type { Instant } from '@parley/core'
import type { OriginStream } from './originStream.ts'

/** The streams of an external origin, the same for all servers of a database. */
export interface OriginStreams {
	find(streamId: string): Promise<OriginStream | undefined>
	/** Does nothing if it exists. */
	insert(stream: OriginStream): Promise<void>
	/** Stores a stream as it was changed; false if another server has changed or removed it since it was read. */
	replace(stream: OriginStream): Promise<boolean>
	/** Stores a count of viewers, whatever else is changed at the same time. */
	setViewers(streamId: string, viewers: number, at: Instant): Promise<void>
	remove(streamId: string): Promise<void>
	listIds(): Promise<string[]>
	/** Returns streams with a publisher, and those whose grace period ends after `graceEndsAfter`. */
	listActive(graceEndsAfter: Instant): Promise<OriginStream[]>
}
