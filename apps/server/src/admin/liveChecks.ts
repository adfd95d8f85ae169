import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Config } from '../platform/config.ts'
import { isLoopback } from '../platform/hostNames.ts'

interface LiveFinding {
	found: string
	remedy?: string
}

interface PortProbe {
	/** The code of the error with which the port cannot be listened on; undefined where it can. */
	tryListen(port: number, host: string): Promise<string | undefined>
	/** Whether this server runs already, and has the port itself. */
	isRunning(): Promise<boolean>
}

/** Where broadcasts are published to. */
export async function checkRtmp(
	{ live: { rtmp }, isReachable }: Pick<Config, 'live' | 'isReachable'>,
	{ tryListen, isRunning }: PortProbe,
): Promise<LiveFinding> {
	if (rtmp === undefined) return { found: 'no broadcasts over RTMP (PARLEY_RTMP_PORT=off)' }
	const { host, port } = rtmp
	const failure = await tryListen(port, host)
	if (failure !== undefined && !(failure === 'EADDRINUSE' && (await isRunning())))
		return {
			found: `TCP ${port} on ${host} cannot be used (${failure}): nobody can publish over RTMP`,
			remedy: 'Set PARLEY_RTMP_PORT to a free port, or to off',
		}
	// A key that is read on the way lets others broadcast; it can be changed at the host's desk.
	const isOpen = !isLoopback(host) && isReachable
	return { found: `TCP ${port} on ${host}${isOpen ? ', not encrypted: use a TLS proxy for publishers outside' : ''}` }
}

const waitMs = 5_000

/** What encodes further definitions, and sends meetings out; without it a broadcast has the one that is published. */
export async function checkFfmpeg(program = 'ffmpeg'): Promise<LiveFinding> {
	try {
		const { stdout } = await promisify(execFile)(program, ['-version'], { timeout: waitMs })
		return { found: /^ffmpeg version \S+/.exec(stdout)?.[0] ?? 'ffmpeg of an unknown version' }
	} catch {
		return { found: 'none: broadcasts have one definition, as it is published' }
	}
}
