import type { LiveStreamPhase } from './liveEngine.ts'

/** What the engine does, since the start of the process where nothing else is said. */
export interface LiveCounters {
	/** Streams there are now, by phase. */
	streams: Record<LiveStreamPhase, number>
	/** Connected now. */
	publishers: number
	/** Who asked for a playlist in the last 10 s, about. */
	viewers: number
	/** Bytes of media that publishers sent. */
	receivedBytes: number
	/** Bytes of playlists and media that viewers were sent. */
	sentBytes: number
	/** Tags of publishers that were left out. */
	droppedTags: number
	/** Bytes of media on disk now. */
	diskBytes: number
	/** Streams now whose last segments the disk did not take. */
	diskFull: number
}
