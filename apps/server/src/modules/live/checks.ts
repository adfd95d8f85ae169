import type { Check, CheckContext, CheckResult } from '../../platform/check.ts'
import type { Config } from '../../platform/config.ts'
import { isLoopback } from '../../platform/hostNames.ts'
import { findFfmpeg } from '../composer/index.ts'

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

export const liveChecks: readonly Check[] = [
	{ about: 'rtmp', run: context => checkRtmp(context.config, context) },
	{ about: 'ffmpeg', run: ({ config }) => checkFfmpeg(config.live.ffmpeg) },
]
