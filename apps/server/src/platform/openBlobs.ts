import type { BlobStore } from './blobStore.ts'
import type { Clock } from './clock.ts'
import { createFileBlobs } from './fileBlobs.ts'

/** Opens the store for a folder of blobs. Whether it is the disk or an object store is decided here alone. */
export const openBlobs = (folder: string, clock: Clock): BlobStore => createFileBlobs(folder, clock)
