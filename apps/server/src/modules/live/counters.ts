import type { LiveStreamPhase } from './liveEngine.ts'

/** Counters of the engine since the start of the process, unless stated otherwise. */
export interface LiveCounters {
	/** Current streams by phase. */
	streams: Record<LiveStreamPhase, number>
	/** Connected publishers. */
	publishers: number
	/** Approximate number of viewers that requested a playlist in the last 10 s. */
	viewers: number
	/** Media bytes received from publishers. */
	receivedBytes: number
	/** Bytes of playlists and media sent to viewers. */
	sentBytes: number
	/** Dropped tags of publishers. */
	droppedTags: number
	/** Bytes of media on disk now. */
	diskBytes: number
	/** Streams whose latest segments the disk refused. */
	diskFull: number
}
