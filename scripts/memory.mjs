/**
 * Settings of glibc's allocator for a server that handles media; other systems ignore them. By default, freed buffers between
 * used ones stay with the process; with these settings, blocks of 64 KiB and more are returned at once, and the end of the
 * heap as soon as 128 KiB of it are free. Values set by the operator take precedence.
 */
export const memorySettings = (set = process.env) => ({
	MALLOC_MMAP_THRESHOLD_: set.MALLOC_MMAP_THRESHOLD_ ?? '65536',
	MALLOC_TRIM_THRESHOLD_: set.MALLOC_TRIM_THRESHOLD_ ?? '131072',
})
