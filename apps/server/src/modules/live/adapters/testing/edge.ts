import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../../../../platform/testing/freePort.ts'

const howTo = new URL('../../../../../../../docs/how-to/serve-lives-from-edges.md', import.meta.url)

/** Reads the two blocks of nginx in docs/how-to/serve-lives-from-edges.md: `http` and `server`. */
function blocksOfHowTo(): [http: string, server: string] {
	const [http, server] = [...readFileSync(howTo, 'utf8').matchAll(/```nginx\n([\s\S]*?)```/g)].map(
		([, code = '']) => code,
	)
	if (http === undefined || server === undefined) throw new Error('the how-to lacks the two blocks of nginx')
	return [http, server]
}

export interface EdgeOptions {
	program: string
	originPort: number
	secret: string
}

/** Starts an nginx in front of an origin on this machine, as in the how-to except for folders and ports. */
export async function startEdge({ program, originPort, secret }: EdgeOptions) {
	const folder = await mkdtemp(join(tmpdir(), 'parley-edge-'))
	const port = await freePort()
	const [http, server] = blocksOfHowTo().map(block =>
		block
			.replaceAll('SECRET', secret)
			.replace('10.0.0.2:8080', `127.0.0.1:${originPort}`)
			.replace('/var/cache/nginx/parley-live', `"${folder}/cache"`),
	)
	const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
		name => `${name}_temp_path "${folder}/${name}";`,
	)
	await writeFile(
		join(folder, 'nginx.conf'),
		`
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
worker_rlimit_nofile 8192;
pid "${folder}/nginx.pid";
error_log "${folder}/error.log" warn;
events { worker_connections 4096; }
http {
access_log off;
${temporary.join('\n')}
${http}
server {
listen 127.0.0.1:${port};
${server}
location / { proxy_pass http://127.0.0.1:${originPort}; }
}
}
`,
	)
	const nginx = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')], {
		stdio: 'inherit',
	})
	const ended = once(nginx, 'close')
	const url = `http://127.0.0.1:${port}`
	const isUp = () =>
		fetch(`${url}/live/hls/none/master.m3u8`).then(
			() => true,
			() => false,
		)
	for (let tries = 0; tries < 200 && !(await isUp()); tries++) await delay(25)
	return {
		url,
		port,
		pid: nginx.pid,
		async close() {
			nginx.kill('SIGTERM')
			await ended
			await rm(folder, { recursive: true, force: true })
		},
	}
}
