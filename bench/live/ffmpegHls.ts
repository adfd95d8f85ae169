import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../../apps/server/src/platform/testing/freePort.ts'
import { type Film, publishFilm, wallTime } from './film.ts'

/** The reference: `ffmpeg -c copy`, which receives RTMP and writes HLS with segments of 2 s. */
export async function startFfmpegHls(ffmpeg: string) {
	const folder = await mkdtemp(join(tmpdir(), 'parley-bench-ffmpeg-'))
	const playlist = join(folder, 'live.m3u8')
	const port = await freePort()
	const child = spawn(
		ffmpeg,
		[
			...[
				'-hide_banner',
				'-loglevel',
				'error',
				'-f',
				'flv',
				'-listen',
				'1',
				'-i',
				`rtmp://127.0.0.1:${port}/live/bench`,
				'-c',
				'copy',
				'-f',
				'hls',
			],
			...['-hls_time', '2', '-hls_list_size', '10', '-hls_flags', 'delete_segments', playlist],
		],
		{ stdio: ['ignore', 'ignore', 'inherit'] },
	)
	// It listens when it has started.
	await delay(1_000)
	return {
		publish: (film: Film) => publishFilm(film, port, 'bench'),
		/** Resolves with the wall time at which the first segment is available. */
		async playable(): Promise<number> {
			for (;;) {
				const text = await readFile(playlist, 'utf8').catch(() => '')
				if (text.includes('.ts')) return wallTime()
				await delay(5)
			}
		},
		/** Processor time since its start, in ms. */
		async cpuMs(): Promise<number> {
			const text = await readFile(`/proc/${child.pid}/stat`, 'utf8')
			const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
			return (Number(fields[11]) + Number(fields[12])) * 10
		},
		async stop() {
			const ended = once(child, 'close')
			child.kill('SIGKILL')
			await ended
			await rm(folder, { recursive: true, force: true })
		},
	}
}
