import { join } from 'node:path'
import type { BlobStore, LargeBlobs } from './blobStore.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { freeBytes } from './disk.ts'
import { createFileBlobs } from './fileBlobs.ts'
import { createS3Blobs, openS3, type S3 } from './s3Blobs.ts'

/** Folders of blobs that are on the disk or in an object store, as the settings say. */
export const blobFolders = ['pictures', 'chat-files', 'recordings'] as const
export type BlobFolder = (typeof blobFolders)[number]
/** Recordings of ended lives; lives are on the disk, because they change every second. */
export type LiveRecordingFolder = 'lives'

type Place = Pick<Config, 'dataFolder' | 's3'>

const clients = new WeakMap<NonNullable<Config['s3']>, S3>()

export const openFolderOnDisk = ({ dataFolder }: Place, folder: BlobFolder, clock: Clock) =>
	createFileBlobs(join(dataFolder, folder), clock)

export function openFolderInS3(
	settings: NonNullable<Config['s3']>,
	folder: BlobFolder | LiveRecordingFolder,
): LargeBlobs {
	const client = clients.get(settings) ?? openS3(settings)
	clients.set(settings, client)
	return createS3Blobs(client, folder)
}

/** Opens a folder of blobs, on the disk or in the object store of the settings. */
export const openBlobs = (place: Place, folder: BlobFolder, clock: Clock): BlobStore =>
	place.s3 ? openFolderInS3(place.s3, folder) : openFolderOnDisk(place, folder, clock)

/** Bytes that are free for a folder of blobs, which has been opened; an object store has no limit. */
export const freeBlobBytes = async ({ dataFolder, s3 }: Place, folder: BlobFolder): Promise<number> =>
	s3 ? Number.POSITIVE_INFINITY : await freeBytes(join(dataFolder, folder))
