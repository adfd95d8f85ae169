import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from './freePort.mjs'
import { ensureBuilt, ensureInstalled } from './prepare.mjs'
import { cache, endWithNpm, environment, main, onExit, root, runInTerminal, tools, UserError } from './process.mjs'

const reconnectEveryMs = 20
const giveUpAfterMs = 30_000

/**
 * npm run dev
 *
 * The browser talks to one address (PORT). A proxy listens there and holds connections while the server restarts, so
 * that none is refused. The server renders the page from Vite's index.html and passes on what only Vite can answer,
 * its websocket for hot reload included (PARLEY_DEV_VITE).
 */
await main(async () => {
	endWithNpm()
	const node = await ensureInstalled()
	await ensureBuilt(node)
	const [vitePort, serverPort] = [await freePort(), await freePort()]
	await listen(serverPort)

	const stop = new AbortController()
	const vite = runInTerminal(
		node,
		[tools.vite, '--port', String(vitePort), '--logLevel', 'warn', '--clearScreen', 'false'],
		{
			cwd: join(root, 'apps/web'),
			env: environment({ PARLEY_VITE_PORT: String(vitePort) }),
			signal: stop.signal,
		},
	)
	const server = runInTerminal(
		node,
		[
			'--disable-warning=ExperimentalWarning',
			'--watch',
			'--watch-preserve-output',
			join(root, 'apps/server/src/main.ts'),
		],
		{
			env: environment({
				PARLEY_DEV_VITE: `http://127.0.0.1:${vitePort}`,
				PARLEY_DEV_PORT: String(serverPort),
				// Compiled modules of the last run: a restart takes two thirds of the time.
				NODE_COMPILE_CACHE: join(cache, 'compiled'),
			}),
			signal: stop.signal,
		},
	)
	// When one of the two ends, the other is stopped.
	const code = await Promise.race([vite, server])
	stop.abort()
	await Promise.allSettled([vite, server])
	return code
})

/** Listens on the server's port, and forwards every connection to it. */
async function listen(serverPort) {
	const port = Number(process.env.PORT || 8080)
	// Same rule as the server: other machines are served with TLS only.
	const host = process.env.HOST || (process.env.PARLEY_TLS ? '0.0.0.0' : '127.0.0.1')
	const proxy = createServer({ allowHalfOpen: true }, socket => forward(socket, serverPort))
	await new Promise((resolve, reject) => {
		proxy.once('error', () => reject(new UserError(`Port ${port} is taken. Choose another: PORT=… npm run dev`)))
		proxy.listen(port, host, resolve)
	})
	onExit(() => proxy.close())
}

/** @param {import('node:net').Socket} socket */
async function forward(socket, serverPort) {
	socket.on('error', () => socket.destroy())
	const upstream = await connectToServer(serverPort)
	if (!upstream || socket.destroyed) {
		upstream?.destroy()
		socket.destroy()
		return
	}
	upstream.on('error', () => socket.destroy())
	upstream.on('close', () => socket.destroySoon())
	socket.on('close', () => upstream.destroy())
	socket.pipe(upstream).pipe(socket)
}

/** Retries until the server listens again. */
async function connectToServer(port) {
	const giveUpAt = Date.now() + giveUpAfterMs
	while (Date.now() < giveUpAt) {
		const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
		const isConnected = await new Promise(resolve => {
			socket.once('connect', () => resolve(true))
			socket.once('error', () => resolve(false))
		})
		if (isConnected) return socket
		await delay(reconnectEveryMs)
	}
	return undefined
}
