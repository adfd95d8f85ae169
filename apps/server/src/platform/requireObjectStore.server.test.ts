import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { env } from 'node:process'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { requireObjectStore } from './requireObjectStore.ts'
import type { S3Settings } from './s3Blobs.ts'
import { StartError } from './startError.ts'
import { startTemporaryObjectStore, type TemporaryObjectStore } from './testing/objectStore.ts'
import { stopServerProcess, tryStartServerProcess } from './testing/serverProcess.ts'

const program = env.PARLEY_TEST_OBJECT_STORE
if (!program) console.warn('!!! the object store at the start: NOT TESTED, PARLEY_TEST_OBJECT_STORE is not set !!!')

/** Asks the store of these settings; returns the warnings. */
async function warningsOf(s3: S3Settings): Promise<{ fields: Record<string, unknown>; message: string }[]> {
	const warnings: { fields: Record<string, unknown>; message: string }[] = []
	const warn = (fields: Record<string, unknown>, message: string) => void warnings.push({ fields, message })
	await requireObjectStore({ s3 }, { warn } as never)
	return warnings
}

const refusalOf = async (s3: S3Settings) => {
	const error = await warningsOf(s3).catch(error => error)
	expect(error).toBeInstanceOf(StartError)
	return (error as StartError).message
}

describe.skipIf(!program)('[NODE-47] the object store at the start of a server', () => {
	let store: TemporaryObjectStore
	beforeAll(async () => {
		store = await startTemporaryObjectStore(program ?? '')
	}, 90_000)
	afterAll(() => store?.dispose())

	test('one with the right settings is no warning', async () => {
		expect(await warningsOf(store.settings)).toEqual([])
	})

	test('a wrong secret, key or bucket is refused with the settings to correct', async () => {
		const { settings } = store
		const credentials = { accessKeyId: 'parley', secretAccessKey: 'wrong' }
		expect(await refusalOf({ ...settings, credentials })).toMatch(/\(SignatureDoesNotMatch\).*PARLEY_S3_SECRET/)
		const unknown = { ...credentials, accessKeyId: 'unknown' }
		expect(await refusalOf({ ...settings, credentials: unknown })).toMatch(/\(InvalidAccessKeyId\).*PARLEY_S3_KEY/)
		expect(await refusalOf({ ...settings, bucket: 'another' })).toMatch(/\(NoSuchBucket\).*PARLEY_S3_BUCKET/)
	})

	test('a server with a wrong secret does not start, and starts with the right one or without an answer', async () => {
		const { bucket, endpoint = '', credentials } = store.settings
		const settings = {
			PARLEY_DATA: join(store.folder, 'data'),
			PARLEY_S3_BUCKET: bucket,
			PARLEY_S3_ENDPOINT: endpoint,
			PARLEY_S3_KEY: credentials?.accessKeyId ?? '',
			PARLEY_S3_SECRET: credentials?.secretAccessKey ?? '',
		}
		const startWith = async (own: Partial<typeof settings>) => {
			const { started, failed } = await tryStartServerProcess({ ...settings, ...own })
			if (started) await stopServerProcess(started)
			return failed?.output
		}
		expect(await startWith({ PARLEY_S3_SECRET: 'wrong' })).toMatch(/^The object store refuses this server.*SECRET/m)
		expect(await startWith({})).toBeUndefined()
		expect(await startWith({ PARLEY_S3_ENDPOINT: 'http://127.0.0.1:1' })).toBeUndefined()
	}, 60_000)
})

/** A store that gives each request this answer; none without one. */
async function serveStore(answer?: { status: number; body: string }): Promise<S3Settings> {
	const server = createServer((_, response) => {
		if (answer) response.writeHead(answer.status, { 'content-type': 'application/xml' }).end(answer.body)
	}).listen(0, '127.0.0.1')
	await once(server, 'listening')
	onTestFinished(() => void server.close())
	onTestFinished(() => server.closeAllConnections())
	return settingsOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

const settingsOf = (endpoint: string): S3Settings => ({
	bucket: 'parley',
	endpoint,
	region: 'us-east-1',
	credentials: { accessKeyId: 'key', secretAccessKey: 'the secret' },
})
const errorOf = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`
const unreachable = expect.stringContaining('cannot be reached')

test('[NODE-47] a store that cannot be reached, or fails, is one warning without the secret', async () => {
	const failing = [settingsOf('http://127.0.0.1:1'), await serveStore({ status: 503, body: errorOf('SlowDown') })]
	for (const settings of failing) {
		const warnings = await warningsOf(settings)
		expect(warnings).toEqual([{ fields: expect.anything(), message: unreachable }])
		expect(JSON.stringify(warnings)).not.toContain('the secret')
	}
})

test('[NODE-47] a store that never answers delays the start by three seconds', async () => {
	const settings = await serveStore()
	const at = performance.now()
	expect(await warningsOf(settings)).toEqual([{ fields: expect.anything(), message: unreachable }])
	expect(performance.now() - at).toBeLessThan(6_000)
}, 15_000)

test('[NODE-47] a key that may not list objects is a warning: it may write them', async () => {
	const settings = await serveStore({ status: 403, body: errorOf('AccessDenied') })
	expect(await warningsOf(settings)).toEqual([
		{ fields: expect.objectContaining({ code: 'AccessDenied' }), message: expect.stringContaining('list objects') },
	])
})

test.each([
	[404, '<html>Not found', /\(status 404\).*PARLEY_S3_ENDPOINT/],
	[401, '', /\(status 401\).*PARLEY_S3_KEY/],
	[301, errorOf('PermanentRedirect'), /PARLEY_S3_REGION/],
	[403, errorOf('RequestTimeTooSkewed'), /clock/],
])('[NODE-47] an answer with status %s is refused with its remedy', async (status, body, message) => {
	expect(await refusalOf(await serveStore({ status, body }))).toMatch(message)
})

test('[NODE-47] nothing is asked without an object store', async () => {
	const warn = () => expect.unreachable()
	await requireObjectStore({ s3: undefined }, { warn } as never)
})
