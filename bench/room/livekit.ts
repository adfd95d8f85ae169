import { type ChildProcess, execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createServer } from 'node:https'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { generate } from 'selfsigned'
import type { Line } from '../line/line.ts'

/** LiveKit's server with its browser library, as a peer of the benches on a line. */
const ports = { signalling: 7880, rtcTcp: 7881, rtcUdp: 7882, page: 8600 }
export const credentials = { key: 'devkey', secret: 'secret' }
const roomName = 'bench'

/** Finds the program named by `LIVEKIT_SERVER`, or the one on the PATH; undefined if neither exists. */
export function findLivekit(): { program: string; version: string } | undefined {
	const program = process.env.LIVEKIT_SERVER ?? 'livekit-server'
	try {
		return { program, version: execFileSync(program, ['--version'], { encoding: 'utf8' }).trim() }
	} catch {
		return undefined
	}
}

/**
 * Starts the server and its page at the server's end of the line.
 * @returns the page's address for a participant; with `waitsForTap` it joins by its button
 */
export async function startLivekit(line: Line, program: string, running: ChildProcess[]) {
	const address = line.serverAddress
	running.push(
		line.spawnAtServer(
			program,
			['--dev', '--bind', address, '--node-ip', address, '--udp-port', String(ports.rtcUdp)],
			// It reports each closed connection as an error.
			{ stdio: 'ignore' },
		),
		line.spawnAtServer(process.execPath, [fileURLToPath(import.meta.url), address], {
			stdio: ['ignore', 'ignore', 'inherit'],
		}),
	)
	await delay(4_000)
	return (name: string, { waitsForTap = false } = {}) => {
		const parameters = new URLSearchParams({
			server: `wss://${address}:${ports.page}`,
			token: accessToken(name),
			...(waitsForTap && { waitsForTap: 'true' }),
		})
		return `https://${address}:${ports.page}/?${parameters}`
	}
}

/** A token for the room of the bench, as LiveKit's server SDKs make it. */
export function accessToken(name: string): string {
	const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
	const now = Math.floor(Date.now() / 1_000)
	const claims = {
		iss: credentials.key,
		sub: name,
		nbf: now - 60,
		exp: now + 3_600,
		video: { room: roomName, roomJoin: true },
	}
	const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
	return `${signed}.${createHmac('sha256', credentials.secret).update(signed).digest('base64url')}`
}

/** Publishes and subscribes as LiveKit's own example does: simulcast, dynacast, adaptive stream and RED. */
const page = `<!doctype html><title>LiveKit</title><body><script src="/client.js"></script><script>
	const parameters = new URLSearchParams(location.search)
	const room = new LivekitClient.Room({ adaptiveStream: true, dynacast: true })
	room.on('trackSubscribed', track => {
		const element = track.attach()
		Object.assign(element.style, { width: '375px', height: '640px' })
		document.body.append(element)
	})
	async function join() {
		await room.connect(parameters.get('server'), parameters.get('token'))
		const stream = await navigator.mediaDevices.getUserMedia({ audio: true, video: true })
		for (const track of stream.getTracks())
			await room.localParticipant.publishTrack(track, { source: track.kind === 'audio' ? 'microphone' : 'camera' })
	}
	if (parameters.has('waitsForTap'))
		document.body.append(Object.assign(document.createElement('button'), { textContent: 'Join', onclick: join }))
	else join()
</script>`

/**
 * Serves the page, in a process of its own at the server's end. With TLS, as Parley, because browsers hide cameras from other
 * pages; LiveKit's server has none, so WebSockets are passed on to it.
 */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const [, , address = ''] = process.argv
	const client = new URL('livekit-client.umd.js', import.meta.resolve('livekit-client'))
	const { cert, private: key } = await generate([{ name: 'commonName', value: address }], { keySize: 2048 })
	createServer({ cert, key }, (request, response) => {
		if (request.url === '/client.js') createReadStream(client).pipe(response)
		else response.setHeader('content-type', 'text/html').end(page)
	})
		.on('upgrade', ({ method, url, rawHeaders }, socket, head) => {
			const upstream = connect(ports.signalling, address, () => {
				const headers = rawHeaders.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('')
				upstream.write(`${method} ${url} HTTP/1.1\r\n${headers}\r\n`)
				upstream.write(head)
				socket.pipe(upstream).pipe(socket)
			})
			upstream.once('error', () => socket.destroy())
			socket.once('error', () => upstream.destroy())
		})
		.listen(ports.page, address)
}
