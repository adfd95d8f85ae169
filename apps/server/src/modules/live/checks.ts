import { existsSync } from 'node:fs'
import type { AppendableBlobs, BlobStore } from '../../platform/blobStore.ts'
import type { Check, CheckContext, CheckResult } from '../../platform/check.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { createFileBlobs } from '../../platform/fileBlobs.ts'
import { isLoopback } from '../../platform/hostNames.ts'
import { openFolderInS3 } from '../../platform/openBlobs.ts'
import { findFfmpeg } from '../composer/index.ts'
import { recordingsOnDisk } from './adapters/embedded/origin/moveRecordings.ts'
import { RecordingArchive } from './adapters/embedded/origin/recordingArchive.ts'
import { createSqlLiveStore } from './store.sql.ts'

/** Checks the address that broadcasts are published to. */
export async function checkRtmp(
	{ live: { rtmp, origin }, isReachable }: Pick<Config, 'live' | 'isReachable'>,
	{ tryListen, isRunning }: Pick<CheckContext, 'tryListen' | 'isRunning'>,
): Promise<CheckResult> {
	if (origin) {
		const isPlain = origin.rtmpUrl.startsWith('rtmp:')
		return {
			found: `accepted by ${origin.rtmpUrl}${isPlain ? ', which is not encrypted' : ''}`,
			...(isReachable &&
				origin.hlsUrl.startsWith('http:') && {
					remedy:
						'Serve PARLEY_LIVE_ORIGIN_HLS over HTTPS: its URLs contain tokens of viewers, and an HTTPS page plays nothing else',
				}),
		}
	}
	if (rtmp === undefined) return { found: 'no broadcasts over RTMP (PARLEY_RTMP_PORT=off)' }
	const { host, port } = rtmp
	const failure = await tryListen(port, host)
	if (failure !== undefined && !(failure === 'EADDRINUSE' && (await isRunning())))
		return {
			found: `TCP ${port} on ${host} is not available (${failure}): publishers cannot use RTMP`,
			remedy: 'Set PARLEY_RTMP_PORT to a free port, or to off',
		}
	// An intercepted key lets others broadcast; the host can change it at the desk.
	const isOpen = !isLoopback(host) && isReachable
	return { found: `TCP ${port} on ${host}${isOpen ? ', not encrypted: use a TLS proxy for publishers outside' : ''}` }
}

/** Without ffmpeg, broadcasts still work, with the picture as sent by the publisher. */
export async function checkFfmpeg(setting: string | undefined): Promise<CheckResult> {
	const found = await findFfmpeg(setting)
	if (!('missing' in found)) return { found: `${found.version} (${found.path})` }
	const without = `none (${found.missing}): broadcasts have one definition, and meetings cannot be broadcast`
	return setting === undefined || setting === 'off'
		? { found: without }
		: { found: without, remedy: 'Set PARLEY_FFMPEG to the path of an ffmpeg with libx264, or unset it' }
}

/** A running server has copied a recording by then, unless something is wrong. */
const copiedWithinMs = 60 * 60_000

const count = (n: number) => (n === 1 ? '1 recording' : `${n} recordings`)

/**
 * Checks that recordings of ended lives are in the object store.
 * @param disk undefined where there are no lives on it
 * @param endedLives ids of the streams of ended lives
 */
export async function examineRecordings(
	disk: AppendableBlobs | undefined,
	objects: BlobStore,
	endedLives: ReadonlySet<string>,
	now: number,
): Promise<CheckResult> {
	const archive = new RecordingArchive(objects)
	const listed = await archive.list()
	const [waiting, late, incomplete, here] = [[], [], [], []] as [string[], string[], string[], string[]]
	if (disk)
		for await (const { id, index } of recordingsOnDisk(disk)) {
			here.push(id)
			const isEnded = index.endedAt !== null || endedLives.has(id)
			if (!isEnded || listed.get(id)?.sections.includes(archive.sectionOf(index))) continue
			waiting.push(id)
			if (now - (index.endedAt ?? 0) > copiedWithinMs) late.push(id)
			if ((await archive.findMissing(disk, id, index)).length > 0) incomplete.push(id)
		}
	const isUnfinished = ([id, { sections, begun }]: [string, { sections: string[]; begun: string[] }]) =>
		!here.includes(id) && begun.some(section => !sections.includes(section))
	const unfinished = [...listed].filter(isUnfinished).length
	const complete = [...listed.values()].filter(({ sections }) => sections.length > 0).length
	const found = [
		`${count(complete)} of lives in the object store`,
		...(waiting.length > 0 ? [`${count(waiting.length)} on this disk still to be copied there`] : []),
		...(incomplete.length > 0 ? [`${count(incomplete.length)} without some files (${incomplete.join(', ')})`] : []),
		...(unfinished > 0 ? [`${count(unfinished)} that another server has not copied completely`] : []),
	].join(', ')
	if (incomplete.length > 0)
		return {
			found,
			remedy: 'Put the missing files back into the folder live of the data folder: they are nowhere else',
		}
	if (late.length > 0) return { found, remedy: 'Start the server, or look in its log for why they are not copied' }
	return { found }
}

async function checkRecordings({ config, ask }: Pick<CheckContext, 'config' | 'ask'>): Promise<CheckResult> {
	const { s3, live, liveFolder } = config
	if (live.origin) return { found: 'recordings are those of the outside origin' }
	if (!s3) return { found: 'recordings are in the data folder' }
	const ended = await ask([], db => createSqlLiveStore(db).list(['over']))
	const streams = new Set(ended.isKnown ? ended.value.map(({ streamId }) => streamId) : [])
	const disk = existsSync(liveFolder) ? createFileBlobs(liveFolder, systemClock) : undefined
	try {
		return await examineRecordings(disk, openFolderInS3(s3, 'lives'), streams, systemClock.now())
	} catch (error) {
		return { found: `recordings cannot be looked at (${(error as Error).message})`, remedy: 'Correct PARLEY_S3_*' }
	}
}

export const liveChecks: readonly Check[] = [
	{ about: 'rtmp', run: context => checkRtmp(context.config, context) },
	{ about: 'lives', run: checkRecordings },
	{ about: 'ffmpeg', run: ({ config }) => checkFfmpeg(config.live.ffmpeg) },
]
