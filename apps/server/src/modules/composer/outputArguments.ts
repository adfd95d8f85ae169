/** Encodes audio that every player decodes. */
export const stereoAac = ['-c:a', 'aac', '-b:a', '96k', '-ac', '2', '-ar', '48000']

/** Writes FLV to the n-th output of a child, from 0 on, without buffering. */
export const flvOutput = (index: number): string[] => [
	...['-max_interleave_delta', '200000', '-flush_packets', '1'],
	...['-flvflags', 'no_duration_filesize', '-f', 'flv', `pipe:${3 + index}`],
]

/**
 * Writes fragments of half a second to the first output of a child, each as soon as it is complete. Their times begin at
 * zero with the program.
 */
export const fragmentedMp4Output: readonly string[] = [
	...['-movflags', '+empty_moov+default_base_moof+frag_keyframe+skip_trailer', '-frag_duration', '500000'],
	...['-video_track_timescale', '90000', '-max_interleave_delta', '200000', '-flush_packets', '1'],
	...['-f', 'mp4', 'pipe:3'],
]

/**
 * Frames as they arrive: none is doubled or dropped to even out their distances. The frame rate is declared, because
 * the program mistakes the few frames of a slate for a thousand per second, and gives each next to no bits.
 */
export const unevenFrames = ['-fps_mode', 'passthrough', '-enc_time_base', '1:1000', '-x264-params', 'fps=30']
