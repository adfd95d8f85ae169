import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ok } from '@parley/core'
import Fastify from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../../platform/database.ts'
import { createLog } from '../../../../platform/log.ts'
import { freePort } from '../../../../platform/testing/freePort.ts'
import { describeLiveEngine } from '../../liveEngine.suite.ts'
import { publishOverRtmp } from '../testing/rtmpPublisher.ts'
import { createExternalLiveEngine } from './externalEngine.ts'
import { fetchPlaylist } from './fetchPlaylist.ts'
import { serveLiveHooks } from './hooks.ts'
import { createSqlOriginStreams } from './originStreams.sql.ts'

const program = process.env.PARLEY_TEST_NGINX
const rtmpModule = '/usr/lib/nginx/modules/ngx_rtmp_module.so'
const secret = 'a-secret-of-hooks-1'

/**
 * The configuration in docs/how-to/use-an-outside-live-origin.md, with folders and ports of the test. Debian's nginx
 * would open /var/log/nginx for each block without a log of its own, which only root may.
 */
const configuration = (folder: string, ports: { rtmp: number; http: number; hooks: number }) => `
${existsSync(rtmpModule) ? `load_module ${rtmpModule};` : ''}
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid "${folder}/nginx.pid";
error_log "${folder}/error.log" warn;
events {}
rtmp {
	access_log off;
	server {
		listen 127.0.0.1:${ports.rtmp};
		chunk_size 4096;
		notify_update_timeout 1s;
		application live {
			live on;
			allow play 127.0.0.1;
			hls on;
			hls_path "${folder}/hls";
			hls_fragment 1s;
			hls_playlist_length 10s;
			on_publish http://127.0.0.1:${ports.hooks}/live/hooks/${secret}/publish;
			on_update http://127.0.0.1:${ports.hooks}/live/hooks/${secret}/update;
			on_publish_done http://127.0.0.1:${ports.hooks}/live/hooks/${secret}/publish_done;
		}
	}
}
http {
	access_log off;
	client_body_temp_path "${folder}/body";
	proxy_temp_path "${folder}/proxy";
	fastcgi_temp_path "${folder}/fastcgi";
	uwsgi_temp_path "${folder}/uwsgi";
	scgi_temp_path "${folder}/scgi";
	types { application/vnd.apple.mpegurl m3u8; video/mp2t ts; }
	server {
		listen 127.0.0.1:${ports.http};
		location ~ ^/hls/(?<stream>[\\w-]+)\\.m3u8$ {
			set $token $arg_token;
			auth_request /view;
			root "${folder}";
			add_header access-control-allow-origin * always;
			add_header cache-control no-cache;
		}
		location /hls/ {
			root "${folder}";
			add_header access-control-allow-origin * always;
		}
		location = /view {
			internal;
			proxy_pass http://127.0.0.1:${ports.hooks}/live/hooks/${secret}/view?stream=$stream&token=$token;
			proxy_pass_request_body off;
			proxy_set_header content-length "";
		}
	}
}
`

async function open() {
	const folder = await mkdtemp(join(tmpdir(), 'parley-nginx-'))
	await mkdir(join(folder, 'hls'))
	const [rtmp, http] = [await freePort(), await freePort()]
	let advanced = 0
	const database = await openDatabase({ memory: true })
	/** Starts a server, with what it serves hooks on. */
	async function serve(port: number) {
		const engine = createExternalLiveEngine({
			hlsUrl: `http://127.0.0.1:${http}/hls/{stream}.m3u8`,
			hookSecret: secret,
			streams: createSqlOriginStreams(database.db),
			clock: { now: () => Date.now() + advanced },
			elapsedMs: () => Date.now() + advanced,
			log: createLog('silent'),
			pause: delay,
			fetchText: fetchPlaylist,
		})
		engine.start()
		const app = Fastify({ forceCloseConnections: true })
		serveLiveHooks(app, engine, secret)
		await app.listen({ port, host: '127.0.0.1' })
		return { engine, app }
	}
	const hooks = await freePort()
	let { engine, app } = await serve(hooks)
	await writeFile(join(folder, 'nginx.conf'), configuration(folder, { rtmp, http, hooks }))
	const nginx = spawn(
		program ?? '',
		['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')],
		{
			stdio: 'inherit',
		},
	)
	const ended = once(nginx, 'close')
	for (let tries = 0; tries < 200; tries++) {
		if ((await fetchPlaylist(`http://127.0.0.1:${http}/hls/none.ts`))?.status === 404) break
		await delay(25)
	}
	return {
		engine,
		keepsRecordings: false,
		hooksUrl: `http://127.0.0.1:${hooks}/live/hooks`,
		publish: (streamId: string, key: string) => publishOverRtmp(rtmp, `${streamId}?key=${key}`),
		async get(address: string) {
			return (await fetchPlaylist(address)) ?? { status: 0, text: '' }
		},
		async stopServer() {
			await app.close()
			await engine.close()
		},
		async startServer() {
			;({ engine, app } = await serve(hooks))
			return engine
		},
		advance(ms: number) {
			advanced += ms
		},
		async close() {
			nginx.kill('SIGTERM')
			await ended
			await app.close()
			await engine.close()
			await database.close()
			await rm(folder, { recursive: true, force: true })
		},
	}
}

/** `npm test` installs nginx with its RTMP module if possible, and reports if not. */
describe.skipIf(!program)('with nginx and its RTMP module', () => {
	describeLiveEngine('an external origin', open)

	test('[NODE-42] a publisher returns to a server that was restarted, to which the end of the connection was not reported', async () => {
		const harness = await open()
		onTestFinished(harness.close)
		const hooksOfServer = { authorisePublish: async () => ok(undefined), authoriseView: async () => true }
		harness.engine.useHooks(hooksOfServer)
		await harness.engine.createStream('abc')
		const publisher = await harness.publish('abc', 'right')
		await expect.poll(() => harness.engine.phase('abc')).toBe('publishing')
		await harness.stopServer()
		await publisher.ended
		const restarted = await harness.startServer()
		restarted.useHooks(hooksOfServer)
		expect(await restarted.phase('abc')).toBe('publishing')
		const returned = await harness.publish('abc', 'right')
		expect(returned.isPublishing).toBe(true)
		await delay(1_500)
		expect(await restarted.phase('abc')).toBe('publishing')
		returned.stop()
		await expect.poll(() => restarted.phase('abc'), { timeout: 5_000 }).toBe('silent')
	}, 30_000)

	test('hooks require the secret', async () => {
		const harness = await open()
		const body = new URLSearchParams({ call: 'publish', name: 'abc', key: 'right', addr: '192.0.2.1', clientid: '1' })
		const ask = async (path: string) => (await fetch(`${harness.hooksUrl}/${path}`, { method: 'POST', body })).status
		expect([await ask('guessed/publish'), await ask(`${secret}/publish`)]).toEqual([404, 403])
		await harness.close()
	})
})
