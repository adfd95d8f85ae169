import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { CheckResult } from '../platform/check.ts'
import type { Config } from '../platform/config.ts'
import { freeBytes } from '../platform/disk.ts'
import { pingRedis } from '../platform/redisChecks.ts'
import { createS3Blobs, openS3 } from '../platform/s3Blobs.ts'
import { missingTool } from './postgresTools.ts'

/** Checks for servers that other machines reach; on the administrator's own machine they don't matter. */

/** Codes, tickets and tokens of other services are valid for a few minutes. */
const toleratedMs = 2_000
const dateWithinMs = 4_000
const setByNtp = 'Synchronise the clock with NTP (timedatectl set-ntp true)'
const execute = promisify(execFile)

/** Outside clock: its time, and the possible error due to the network. */
export type ReadClock = () => Promise<{ from: string; at: number; uncertaintyMs: number }>

/**
 * Compares with the first clock that answers. A clock on this machine always agrees, so the state of NTP counts, too:
 * undefined if unknown.
 */
export async function checkClock(
	clocks: readonly ReadClock[],
	isKept: () => Promise<boolean | undefined> = isClockKept,
	now: () => number = Date.now,
): Promise<CheckResult> {
	const compared = await compareClocks(clocks, now)
	if (compared?.remedy !== undefined) return compared
	const kept = await isKept()
	if (kept === false) return { found: 'not synchronised on this machine', remedy: setByNtp }
	if (compared) return compared
	if (kept) return { found: 'synchronised by NTP' }
	return { found: 'cannot be checked, no other clock is reachable: make sure that NTP is on' }
}

async function compareClocks(clocks: readonly ReadClock[], now: () => number): Promise<CheckResult | undefined> {
	for (const read of clocks) {
		const found = await read().catch(() => undefined)
		if (!found) continue
		const offByMs = Math.max(0, Math.abs(found.at - now()) - found.uncertaintyMs)
		if (offByMs <= toleratedMs) return { found: `agrees with ${found.from}` }
		return {
			found: `${Math.round(offByMs / 1_000)} s off from ${found.from}`,
			remedy: setByNtp,
		}
	}
	return undefined
}

/** Reads from systemd whether the kernel clock is synchronised; unknown without systemd, as in most containers. */
async function isClockKept(): Promise<boolean | undefined> {
	const asked = execute('timedatectl', ['show', '--property=NTPSynchronized', '--value'], { timeout: 2_000 })
	const { stdout } = await asked.catch(() => ({ stdout: '' }))
	return { yes: true, no: false }[stdout.trim()]
}

/** Reads the `Date` header, in whole seconds, of the services named by the settings. */
export function httpClocks({ sms, deviceMaker }: Pick<Config, 'sms' | 'deviceMaker'>): ReadClock[] {
	const addresses = [
		...(deviceMaker ? [deviceMaker.keysUrl] : []),
		...(sms.sender === 'tencent' ? [sms.endpoint] : []),
		// Asks its root: the hook itself would take the request for a text message.
		...(sms.sender === 'hook' ? [new URL('/', sms.url).href] : []),
	]
	return addresses.map(address => async () => {
		const askedAt = performance.now()
		const { headers } = await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(dateWithinMs) })
		const at = Date.parse(headers.get('date') ?? '')
		if (Number.isNaN(at)) throw new Error(`${address} sends no date`)
		return { from: new URL(address).hostname, at, uncertaintyMs: 1_000 + performance.now() - askedAt }
	})
}

/** Checks the tool that `parley backup` needs for the database. */
export function checkBackupTool(
	{ databaseUrl }: Pick<Config, 'databaseUrl'>,
	find: (tool: 'pg_dump') => string | undefined,
): CheckResult {
	if (databaseUrl === undefined) return { found: 'no further tool needed' }
	const program = find('pg_dump')
	if (program !== undefined) return { found: `by ${program}` }
	return { found: missingTool('pg_dump').failure.join(), remedy: 'Without it the database cannot be backed up' }
}

/** A busy company writes a few of them per day. */
const lowDiskBytes = 256 * 1024 * 1024

/** @param existing the data folder, or the one it will be created in */
export async function checkDisk(
	dataFolder: string,
	existing: string,
	free: (folder: string) => Promise<number> = freeBytes,
): Promise<CheckResult> {
	const bytes = await free(existing)
	const found = `${Math.floor(bytes / 1024 / 1024)} MiB free for ${dataFolder}`
	if (bytes >= lowDiskBytes) return { found }
	return { found, remedy: 'Free some space, or set PARLEY_DATA to a folder on another disk' }
}

/** Checks that the object store keeps a blob, if one is configured. */
export async function checkObjectStore({ s3 }: Pick<Config, 's3'>): Promise<CheckResult> {
	if (s3 === undefined) return { found: 'not used: pictures, files and recordings are in the data folder' }
	const blobs = createS3Blobs(openS3(s3), 'doctor')
	const [name, content] = [`${process.pid}-${Date.now()}`, Buffer.from('parley doctor')]
	try {
		await blobs.write(name, content)
		const read = await blobs.read(name, { from: 7, to: content.length })
		await blobs.delete(name)
		if (read?.toString() === 'doctor') return { found: `bucket ${s3.bucket} keeps what is written` }
		return { found: `bucket ${s3.bucket} returns something else than was written`, remedy: 'Use another object store' }
	} catch (error) {
		const { name: kind, message } = error as Error
		return {
			found: `bucket ${s3.bucket} cannot be used (${kind}: ${message})`,
			remedy: 'Correct PARLEY_S3_*, or the rights of the key: reading, writing, listing and deleting objects',
		}
	}
}

/** Checks that Redis answers, if it is configured. */
export async function checkRedis({ redisUrl }: Pick<Config, 'redisUrl'>): Promise<CheckResult> {
	if (redisUrl === undefined) return { found: 'not used: attempts are counted in the memory of the server' }
	try {
		await pingRedis(redisUrl)
		return { found: 'answers' }
	} catch (error) {
		const { code, message } = error as { code?: string; message: string }
		return {
			found: `does not answer (${code ?? message})`,
			remedy: 'Start it, or correct PARLEY_REDIS_URL: until then each server counts attempts for itself',
		}
	}
}
