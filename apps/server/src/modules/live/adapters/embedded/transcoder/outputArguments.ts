/** Sound that every player decodes. */
export const stereoAac = ['-c:a', 'aac', '-b:a', '96k', '-ac', '2', '-ar', '48000']

/** FLV on the n-th output of a child, from 0 on; nothing is held back. */
export const flvOutput = (index: number): string[] => [
	...['-max_interleave_delta', '200000', '-flush_packets', '1'],
	...['-flvflags', 'no_duration_filesize', '-f', 'flv', `pipe:${3 + index}`],
]

/**
 * Frames as they come: none is doubled or left out to even their distances. How many they are is said, since the program takes
 * the few of a slate for a thousand in a second, and gives each next to nothing.
 */
export const unevenFrames = ['-fps_mode', 'passthrough', '-enc_time_base', '1:1000', '-x264-params', 'fps=30']
