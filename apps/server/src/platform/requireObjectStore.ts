import type { Config } from './config.ts'
import type { Log } from './log.ts'
import { openS3 } from './s3Blobs.ts'
import { StartError } from './startError.ts'

/** A store that does not answer delays the start by no more than this. */
const answerWithinMs = 3_000

const pair = 'correct PARLEY_S3_KEY and PARLEY_S3_SECRET'
const bucket = 'create the bucket that PARLEY_S3_BUCKET names, or correct PARLEY_S3_BUCKET and PARLEY_S3_ENDPOINT'
const region = 'set PARLEY_S3_REGION to the region of the bucket, and correct PARLEY_S3_ENDPOINT'

/** Keyed by the code of the store, for refusals that last until the operator acts. */
const remediesByCode: Record<string, string> = {
	InvalidAccessKeyId: pair,
	SignatureDoesNotMatch: 'correct PARLEY_S3_SECRET, which does not belong to PARLEY_S3_KEY',
	InvalidToken: pair,
	NoSuchBucket: bucket,
	InvalidBucketName: bucket,
	AuthorizationHeaderMalformed: region,
	IllegalLocationConstraintException: region,
	InvalidRegion: region,
	PermanentRedirect: region,
	RequestTimeTooSkewed: 'synchronise the clock of this machine with NTP (timedatectl set-ntp true)',
}

/** Keyed by the HTTP status. 403 is missing: without a code it may come from a proxy, and AccessDenied concerns listing only. */
const remediesByStatus: Record<number, string> = {
	401: pair,
	404: bucket,
}

/**
 * Asks the object store of the settings once. The request lists one key: the server needs that permission anyway, and the
 * answer has a code, unlike that of a HEAD request. A store that cannot be reached, or does not let the key list, is a
 * warning (NODE-47).
 * @throws {StartError} if the store refuses the key, the bucket or the region
 */
export async function requireObjectStore({ s3 }: Pick<Config, 's3'>, log: Pick<Log, 'warn'>): Promise<void> {
	if (s3 === undefined) return
	const { ListObjectsV2Command } = await import('@aws-sdk/client-s3')
	const client = await openS3(s3).client()
	try {
		const request = new ListObjectsV2Command({ Bucket: s3.bucket, Prefix: 'pictures/', MaxKeys: 1 })
		await client.send(request, { abortSignal: AbortSignal.timeout(answerWithinMs) })
	} catch (error) {
		const { code, status, reason } = describeRefusal(error)
		const remedy = remediesByCode[code ?? ''] ?? remediesByStatus[status ?? 0]
		if (remedy !== undefined)
			throw new StartError(`The object store refuses this server (${code ?? `status ${status}`}): ${remedy}.`)
		log.warn(
			{ bucket: s3.bucket, endpoint: s3.endpoint, code, status, reason },
			code === 'AccessDenied'
				? 'the object store does not let the key of PARLEY_S3_KEY list objects: give it the rights to read, write, list and delete them'
				: 'the object store cannot be reached: check that it is running, and PARLEY_S3_ENDPOINT',
		)
	} finally {
		client.destroy()
	}
}

function describeRefusal(error: unknown): { code: string | undefined; status: number | undefined; reason: string } {
	const { Code, message, $metadata } = error as Error & { Code?: string; $metadata?: { httpStatusCode?: number } }
	// The SDK adds lines about itself.
	const [reason = ''] = message.split('\n')
	return { code: Code, status: $metadata?.httpStatusCode, reason }
}
