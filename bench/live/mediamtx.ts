import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../../apps/server/src/platform/testing/freePort.ts'
import { type Film, publishFilm, wallTime } from './film.ts'
import { processTimeMs, residentMiB } from './processTime.ts'

/** Finds the program named by `MEDIAMTX`, or the one on the PATH; undefined if neither exists. */
export function findMediamtx(): { program: string; version: string } | undefined {
	const program = process.env.MEDIAMTX ?? 'mediamtx'
	try {
		return { program, version: execFileSync(program, ['--version'], { encoding: 'utf8' }).trim() }
	} catch {
		return undefined
	}
}

/** Configured with our part and segment durations, and everything else off. */
const configuration = (ports: { rtmp: number; hls: number }) => `
logLevel: error
${['api', 'metrics', 'pprof', 'playback', 'rtsp', 'webrtc', 'srt', 'moq'].map(name => `${name}: no`).join('\n')}
rtmp: yes
rtmpAddress: 127.0.0.1:${ports.rtmp}
hls: yes
hlsAddress: 127.0.0.1:${ports.hls}
hlsAlwaysRemux: yes
hlsVariant: lowLatency
hlsPartDuration: 200ms
hlsSegmentDuration: 1s
paths:
  all_others:
`

/** The compared server: also receives RTMP and serves low-latency HLS. */
export async function startMediamtx(program: string) {
	const folder = await mkdtemp(join(tmpdir(), 'parley-bench-mediamtx-'))
	const [rtmp, port] = [await freePort(), await freePort()]
	await writeFile(join(folder, 'mediamtx.yml'), configuration({ rtmp, hls: port }))
	const child = spawn(program, [join(folder, 'mediamtx.yml')], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
	const ended = once(child, 'close')
	await delay(1_000)
	const { pid = 0 } = child
	const url = `http://127.0.0.1:${port}`
	return {
		port,
		url,
		playlists: (name: string) => [`/live/${name}/video1_stream.m3u8`, `/live/${name}/audio2_stream.m3u8`],
		/** Session cookie, which its playlists require. */
		async session(name: string): Promise<string> {
			const answer = await fetch(`${url}/live/${name}/index.m3u8?cookieCheck=1`, {
				headers: { cookie: 'cookieCheck=1' },
			})
			return answer.headers.getSetCookie().at(-1)?.split(';')[0] ?? ''
		},
		publish: (film: Film, name: string) => publishFilm(film, rtmp, name),
		/** Resolves with the wall time at which the first part is available. */
		async playable(name: string): Promise<number> {
			for (;;) {
				const cookie = await this.session(name).catch(() => '')
				const answer = await fetch(`${url}/live/${name}/video1_stream.m3u8`, { headers: { cookie } }).catch(
					() => undefined,
				)
				if (answer?.status === 200 && (await answer.text()).includes('#EXT-X-PART:')) return wallTime()
				await delay(2)
			}
		},
		cpuMs: async () => processTimeMs(pid),
		residentMiB: () => residentMiB(pid),
		async stop() {
			child.kill('SIGKILL')
			await ended
			await rm(folder, { recursive: true, force: true })
		},
	}
}
