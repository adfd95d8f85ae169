import { join } from 'node:path'
import { freePort } from './freePort.mjs'
import { ensureBuilt, ensureInstalled } from './prepare.mjs'
import { environment, main, root, runInTerminal, tools } from './process.mjs'

/**
 * The server is the one address people open. It renders the page as always, but from Vite's index.html, and passes on
 * to Vite whatever only Vite can answer, its websocket for hot reload included (PARLEY_DEV_VITE).
 */
await main(async () => {
	const node = await ensureInstalled()
	await ensureBuilt(node)
	const port = await freePort()

	const stop = new AbortController()
	const vite = runInTerminal(
		node,
		[tools.vite, '--port', String(port), '--logLevel', 'warn', '--clearScreen', 'false'],
		{
			cwd: join(root, 'apps/web'),
			env: environment({ PARLEY_VITE_PORT: String(port) }),
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
		{ env: environment({ PARLEY_DEV_VITE: `http://127.0.0.1:${port}` }), signal: stop.signal },
	)
	// When one of the two ends, so does the other.
	const code = await Promise.race([vite, server])
	stop.abort()
	await Promise.allSettled([vite, server])
	return code
})
