/**
 * Settings of glibc's allocator for a server that handles media; other systems ignore them. By default, freed buffers between
 * used ones stay with the process; with these settings, blocks of 64 KiB and more are returned at once, and the end of the
 * heap as soon as 128 KiB of it are free. Values set by the operator take precedence.
 */
export const memorySettings = (set = process.env) => ({
	MALLOC_MMAP_THRESHOLD_: set.MALLOC_MMAP_THRESHOLD_ ?? '65536',
	MALLOC_TRIM_THRESHOLD_: set.MALLOC_TRIM_THRESHOLD_ ?? '131072',
})

/**
 * Arguments of Node for the server, which the media process takes over (docs/decisions/memory-of-the-server.md). Without
 * them the young generation of the heap grows to 3 x 16 MiB under load. A small one passes short-lived objects on to the old
 * generation, which therefore is collected after it has grown by a third, not when it is several times as large. NODE_OPTIONS takes
 * precedence.
 */
export function memoryArguments({ NODE_OPTIONS = '' } = process.env) {
	if (/--max[-_]semi[-_]space[-_]size\b/.test(NODE_OPTIONS)) return []
	return ['--max-semi-space-size=2', '--heap-growing-percent=30']
}
