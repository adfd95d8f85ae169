import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { createSecureServer } from 'node:http2'
import { join } from 'node:path'
import { generate } from 'selfsigned'

/**
 * Serves a built LiveKit Meet over TLS and HTTP/2, as a proxy in front of it would; a process of its own because it may
 * run in a network namespace. HOST and PORT are its address.
 *
 *   node liveKitMeet.ts <folder in which it is built>
 */
const [folder = ''] = process.argv.slice(2)
const { HOST: host = '127.0.0.1', PORT: port = '8445' } = process.env
const innerPort = '3000'

const next = spawn(
	process.execPath,
	[join(folder, 'node_modules/next/dist/bin/next'), 'start', '-H', '127.0.0.1', '-p', innerPort],
	{ cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] },
)
process.once('SIGTERM', () => {
	next.kill('SIGTERM')
	process.exit(0)
})
for await (const text of next.stdout) if (/Ready/.test(String(text))) break
next.stdout.resume()

const { cert, private: key } = await generate([{ name: 'commonName', value: host }], { keySize: 2048 })
const connectionHeaders = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade']
const server = createSecureServer({ cert, key, allowHTTP1: true }, (asked, answer) => {
	const headers = Object.fromEntries(Object.entries(asked.headers).filter(([name]) => !name.startsWith(':')))
	const inner = { host: '127.0.0.1', port: innerPort, path: asked.url, method: asked.method }
	const forwarded = request({ ...inner, headers: { ...headers, host } }, given => {
		const kept = Object.entries(given.headers).filter(([name]) => !connectionHeaders.includes(name))
		answer.writeHead(given.statusCode ?? 502, Object.fromEntries(kept) as Record<string, string>)
		given.pipe(answer)
	})
	asked.pipe(forwarded)
})
server.listen(Number(port), host)
await once(server, 'listening')
console.log('LiveKit Meet is up')
