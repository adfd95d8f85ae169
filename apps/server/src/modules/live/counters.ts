import type { LiveStreamPhase } from './liveEngine.ts'

/** Counters of the engine since the start of the process, unless stated otherwise. */
export interface LiveCounters {
	/** Current streams by phase. */
	streams: Record<LiveStreamPhase, number>
	/** Connected now. */
	publishers: number
	/** Approximate number of viewers that requested a playlist in the last 10 s. */
	viewers: number
	/** Bytes of media that publishers sent. */
	receivedBytes: number
	/** Bytes of playlists and media that viewers were sent. */
	sentBytes: number
	/** Tags of publishers that were left out. */
	droppedTags: number
	/** Bytes of media on disk now. */
	diskBytes: number
	/** Streams whose last segments the disk refused. */
	diskFull: number
}
