/** Sound that every player decodes. */
export const stereoAac = ['-c:a', 'aac', '-b:a', '96k', '-ac', '2', '-ar', '48000']

/** FLV on the n-th output of a child, from 0 on; nothing is held back. */
export const flvOutput = (index: number): string[] => [
	...['-max_interleave_delta', '200000', '-flush_packets', '1'],
	...['-flvflags', 'no_duration_filesize', '-f', 'flv', `pipe:${3 + index}`],
]
