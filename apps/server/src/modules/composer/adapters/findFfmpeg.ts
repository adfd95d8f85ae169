import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'

/** An ffmpeg that encodes H.264 and AAC. */
export interface Ffmpeg {
	path: string
	/** Version as printed by the program: `5.1.9-0+deb12u1`. */
	version: string
	/** The setting, the machine's PATH, or an npm package installed next to the server. */
	from: 'setting' | 'path' | 'package'
}

export type FfmpegSetting =
	/** Look for one. */
	| undefined
	| 'off'
	/** Path of the program. */
	| (string & {})

/** npm package that provides ffmpeg on machines without one; not a dependency, because of the licences of its parts. */
const optionalPackage = 'ffmpeg-static'
/** Minimum version; earlier ones lack some of the options used. */
const minimum = [5, 1] as const
const answersWithinMs = 10_000

const run = promisify(execFile)

/** Looks for a transcoder; otherwise returns the reason for the operator. */
export async function findFfmpeg(setting: FfmpegSetting): Promise<Ffmpeg | { missing: string }> {
	if (setting === 'off') return { missing: 'PARLEY_FFMPEG is "off"' }
	if (setting !== undefined) return await probe(setting, 'setting')
	const onPath = await findOnPath()
	const found = onPath === undefined ? { missing: 'ffmpeg is not installed' } : await probe(onPath, 'path')
	if (!('missing' in found)) return found
	const inPackage = pathOfPackage()
	if (inPackage === undefined) return found
	const packaged = await probe(inPackage, 'package')
	return 'missing' in packaged ? found : packaged
}

/** Finds the full path, because children get no environment. */
async function findOnPath(): Promise<string | undefined> {
	const isWindows = process.platform === 'win32'
	try {
		const { stdout } = await (isWindows ? run('where.exe', ['ffmpeg']) : run('sh', ['-c', 'command -v ffmpeg']))
		return stdout.split(/\r?\n/)[0] || undefined
	} catch {
		return undefined
	}
}

async function probe(path: string, from: Ffmpeg['from']): Promise<Ffmpeg | { missing: string }> {
	try {
		const options = { timeout: answersWithinMs, maxBuffer: 4 * 1024 * 1024 }
		const { stdout } = await run(path, ['-hide_banner', '-encoders'], options)
		for (const encoder of ['libx264', 'aac']) {
			if (!new RegExp(`^\\s*[VA]\\S*\\s+${encoder}\\s`, 'm').test(stdout)) {
				return { missing: `${path} does not encode with ${encoder}` }
			}
		}
		const { stdout: banner } = await run(path, ['-version'], options)
		const version = /^ffmpeg version (\S+)/.exec(banner)?.[1] ?? 'unknown'
		if (isTooOld(version))
			return {
				missing: `${path} is of version ${version}, older than ${minimum.join('.')}`,
			}
		return { path, from, version }
	} catch (error) {
		const isNotThere = (error as NodeJS.ErrnoException).code === 'ENOENT'
		return { missing: isNotThere ? `${path} is not installed` : `${path} does not run` }
	}
}

/** Builds between releases have no known version. */
function isTooOld(version: string): boolean {
	const [, major, minor] = /^n?(\d+)\.(\d+)/.exec(version)?.map(Number) ?? []
	if (major === undefined || minor === undefined) return false
	return major < minimum[0] || (major === minimum[0] && minor < minimum[1])
}

/** The package exports the path itself. */
function pathOfPackage(): string | undefined {
	try {
		const path: unknown = createRequire(import.meta.url)(optionalPackage)
		return typeof path === 'string' ? path : undefined
	} catch {
		return undefined
	}
}
