import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { type BlobInfo, type LargeBlobs, requireBlobName } from './blobStore.ts'

/** A bucket of an S3-compatible object store. */
export interface S3Settings {
	bucket: string
	/** Undefined for Amazon's own of the region. */
	endpoint: string | undefined
	region: string
	/** Undefined: credentials come from the environment or the machine, as the AWS SDK looks for them. */
	credentials: { accessKeyId: string; secretAccessKey: string } | undefined
}

/** A store that does not answer fails a request after these times, with its attempts. */
const timeouts = { connectionMs: 3_000, requestMs: 10_000, attempts: 3 }
/** Parts of a large object, several of which are sent at once; an object has at most 10,000. */
const partBytes = 8 * 1024 * 1024
const partsAtOnce = 3
/** Most objects that one request deletes. */
const perDeletion = 1_000

/** The SDK is loaded with the first blob: servers without an object store never need it. */
const loadSdk = () => import('@aws-sdk/client-s3')

/** One client for all stores of a bucket, so that they share connections. */
export function openS3(settings: S3Settings) {
	const { bucket, endpoint, region, credentials } = settings
	let client: Promise<S3Client> | undefined
	return {
		bucket,
		async client(): Promise<S3Client> {
			client ??= loadSdk().then(
				({ S3Client }) =>
					new S3Client({
						region,
						// Compatible stores rarely have a host name for each bucket.
						...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
						...(credentials && { credentials }),
						maxAttempts: timeouts.attempts,
						requestHandler: { connectionTimeout: timeouts.connectionMs, requestTimeout: timeouts.requestMs },
						// Compatible stores may not know the checksums that Amazon's calculates.
						requestChecksumCalculation: 'WHEN_REQUIRED',
						responseChecksumValidation: 'WHEN_REQUIRED',
					}),
			)
			return await client
		},
	}
}
export type S3 = ReturnType<typeof openS3>

/**
 * Blobs as objects whose keys begin with the folder. The times are those of the store: a blob that is moved counts as written
 * then. Nothing is public: objects are read through the server.
 */
export function createS3Blobs(s3: S3, folder: string): LargeBlobs {
	const { bucket: Bucket } = s3
	const keyOf = (name: string) => {
		requireBlobName(name)
		return `${folder}/${name}`
	}
	const nameOf = (key = '') => key.slice(folder.length + 1)

	/** All objects whose keys begin like this, in the order of the keys. */
	async function listKeys(Prefix: string): Promise<BlobInfo[]> {
		const { paginateListObjectsV2 } = await loadSdk()
		const found: BlobInfo[] = []
		for await (const { Contents = [] } of paginateListObjectsV2({ client: await s3.client() }, { Bucket, Prefix }))
			for (const { Key, Size = 0, LastModified } of Contents)
				found.push({ name: nameOf(Key), bytes: Size, writtenAt: LastModified?.getTime() ?? 0 })
		return found.sort((one, other) => (one.name < other.name ? -1 : 1))
	}

	/** The blob of this name, and all in the folder of this name. */
	async function listBelow(name: string): Promise<string[]> {
		const key = keyOf(name)
		const own = (await find(name)) ? [name] : []
		return [...own, ...(await listKeys(`${key}/`)).map(blob => blob.name)]
	}

	async function deleteAll(names: readonly string[]): Promise<void> {
		const { DeleteObjectsCommand } = await loadSdk()
		const client = await s3.client()
		for (let at = 0; at < names.length; at += perDeletion) {
			const Objects = names.slice(at, at + perDeletion).map(name => ({ Key: keyOf(name) }))
			const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }))
			if (Errors[0]) throw new Error(`the object store did not delete ${Errors[0].Key}: ${Errors[0].Message}`)
		}
	}

	async function find(name: string): Promise<BlobInfo | undefined> {
		const { HeadObjectCommand } = await loadSdk()
		const found = await unlessMissing((await s3.client()).send(new HeadObjectCommand({ Bucket, Key: keyOf(name) })))
		return found && { name, bytes: found.ContentLength ?? 0, writtenAt: found.LastModified?.getTime() ?? 0 }
	}

	return {
		async write(name, content) {
			const { PutObjectCommand } = await loadSdk()
			await (await s3.client()).send(new PutObjectCommand({ Bucket, Key: keyOf(name), Body: content }))
		},
		async writeLarge(name, pieces, signal) {
			const { Upload } = await import('@aws-sdk/lib-storage')
			const client = await s3.client()
			const upload = new Upload({
				client,
				params: { Bucket, Key: keyOf(name), Body: Readable.from(inOrder(pieces, signal)) },
				partSize: partBytes,
				queueSize: partsAtOnce,
			})
			const abort = () => void upload.abort()
			signal?.addEventListener('abort', abort)
			try {
				await upload.done()
			} finally {
				signal?.removeEventListener('abort', abort)
			}
		},
		async read(name, range) {
			const { GetObjectCommand } = await loadSdk()
			const Range = range && `bytes=${range.from}-${range.to}`
			try {
				const command = new GetObjectCommand({ Bucket, Key: keyOf(name), ...(Range && { Range }) })
				const found = await unlessMissing((await s3.client()).send(command))
				return found?.Body && Buffer.from(await found.Body.transformToByteArray())
			} catch (error) {
				// The range begins behind the end.
				if (statusOf(error) === 416) return Buffer.alloc(0)
				throw error
			}
		},
		find,
		list: async (prefix = '') => {
			if (prefix !== '') requireBlobName(prefix.replace(/\/$/, ''))
			return await listKeys(`${folder}/${prefix}`)
		},
		// Not by delimiter: some stores go on naming folders that are empty.
		listTop: async () =>
			[...new Set((await listKeys(`${folder}/`)).map(({ name }) => name.replace(/\/.*/, '')))].sort(),
		delete: async name => await deleteAll(await listBelow(name)),
		async move(name, to) {
			const { CopyObjectCommand } = await loadSdk()
			const client = await s3.client()
			const names = await listBelow(name)
			keyOf(to)
			for (const moved of names) {
				const CopySource = `${Bucket}/${keyOf(moved)}`
				await client.send(new CopyObjectCommand({ Bucket, CopySource, Key: keyOf(to + moved.slice(name.length)) }))
			}
			await deleteAll(names)
		},
	}
}

const statusOf = (error: unknown) => (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode

const unlessMissing = <T>(reading: Promise<T>): Promise<T | undefined> =>
	reading.catch(error => {
		// A missing bucket is also a 404, and no missing blob.
		if (statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket') return undefined
		throw error
	})

/** Yields pieces until the signal is aborted: then the object must not be completed with what came so far. */
async function* inOrder(pieces: AsyncIterable<Uint8Array>, signal: AbortSignal | undefined) {
	for await (const piece of pieces) {
		signal?.throwIfAborted()
		yield piece
	}
}
