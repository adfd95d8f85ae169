/**
 * Settings of the allocator of glibc for a server that handles media; other systems pass them over. By themselves, freed
 * buffers stay with the process between others that are in use: pieces of 64 KiB and more are given back at once instead,
 * and the end of the heap as soon as 128 KiB of it are free. What the operator has set counts.
 */
export const memorySettings = (set = process.env) => ({
	MALLOC_MMAP_THRESHOLD_: set.MALLOC_MMAP_THRESHOLD_ ?? '65536',
	MALLOC_TRIM_THRESHOLD_: set.MALLOC_TRIM_THRESHOLD_ ?? '131072',
})
