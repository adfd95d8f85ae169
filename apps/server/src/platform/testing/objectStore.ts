import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { S3Settings } from '../s3Blobs.ts'
import { freePort } from './freePort.ts'

const credentials = { accessKeyId: 'parley', secretAccessKey: 'secret of the tests' }
const startTimeoutMs = 60_000
/** A port may be taken by somebody else before the program listens on it; it then ends. */
const startAttempts = 3

export interface ObjectStore {
	/** Settings of a bucket that exists. */
	settings: S3Settings
	/** Kills it without notice, like a power cut. */
	kill(): Promise<void>
}

/** Starts SeaweedFS with an empty bucket; resolves once it can be written to. @param folder a folder of its own */
export async function startObjectStore(program: string, folder: string, bucket = 'parley'): Promise<ObjectStore> {
	for (let attempt = 1; ; attempt++) {
		const started = await tryToStart(program, join(folder, `objects-${attempt}`), bucket)
		if (started) return started
		if (attempt === startAttempts) throw new Error('SeaweedFS ended while it was starting')
	}
}

/** The same in a temporary folder, which `dispose` removes with the store. */
export async function startTemporaryObjectStore(program: string) {
	const folder = mkdtempSync(join(tmpdir(), 'parley-objects-'))
	const store = await startObjectStore(program, folder)
	return {
		settings: store.settings,
		folder,
		async dispose() {
			await store.kill()
			rmSync(folder, { recursive: true, force: true })
		},
	}
}
export type TemporaryObjectStore = Awaited<ReturnType<typeof startTemporaryObjectStore>>

/** Returns undefined if the program ended. */
async function tryToStart(program: string, folder: string, bucket: string): Promise<ObjectStore | undefined> {
	const data = join(folder, 'objects')
	mkdirSync(data, { recursive: true })
	const identity = {
		name: 'parley',
		credentials: [{ accessKey: credentials.accessKeyId, secretKey: credentials.secretAccessKey }],
		actions: ['Admin', 'Read', 'Write', 'List', 'Tagging'],
	}
	const identities = join(folder, 'identities.json')
	writeFileSync(identities, JSON.stringify({ identities: [identity] }))
	const named = [
		'master.port',
		'master.port.grpc',
		'volume.port',
		'volume.port.grpc',
		'filer.port',
		'filer.port.grpc',
		's3.port.grpc',
	]
	const ports: string[] = []
	for (const name of named) ports.push(`-${name}=${await freePort()}`)
	const port = await freePort()
	const server = spawn(
		program,
		[
			'server',
			`-dir=${data}`,
			'-ip=127.0.0.1',
			'-ip.bind=127.0.0.1',
			'-master.telemetry=false',
			'-master.volumeSizeLimitMB=64',
			'-volume.max=20',
			'-filer',
			'-s3',
			'-s3.iam=false',
			'-s3.autoCreateBucket=false',
			'-s3.port.iceberg=0',
			'-s3.port.lance=0',
			`-s3.port=${port}`,
			`-s3.config=${identities}`,
			...ports,
		],
		{ stdio: 'ignore', cwd: folder },
	)
	const settings = { bucket, endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', credentials }
	const hasEnded = () => server.exitCode !== null || server.signalCode !== null
	if (!(await createBucket(settings, hasEnded))) return undefined
	return {
		settings,
		async kill() {
			if (hasEnded()) return
			const ended = once(server, 'exit')
			server.kill('SIGKILL')
			await ended
		},
	}
}

/** Returns false if the program ends before. */
async function createBucket({ bucket, ...settings }: S3Settings, hasEnded: () => boolean): Promise<boolean> {
	const { CreateBucketCommand, S3Client } = await import('@aws-sdk/client-s3')
	const client = new S3Client({ ...settings, forcePathStyle: true, maxAttempts: 1 } as ConstructorParameters<
		typeof S3Client
	>[0] &
		object)
	const giveUpAt = performance.now() + startTimeoutMs
	for (;;) {
		try {
			await client.send(new CreateBucketCommand({ Bucket: bucket }))
			client.destroy()
			return true
		} catch (error) {
			if (hasEnded()) return false
			if (performance.now() >= giveUpAt) throw error
			await delay(200)
		}
	}
}
