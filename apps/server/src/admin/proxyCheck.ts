import { request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import { imPaths } from '@parley/im'
import type { Config } from '../platform/config.ts'

const answersWithinMs = 5_000
const handshake = {
	connection: 'Upgrade',
	upgrade: 'websocket',
	'sec-websocket-version': '13',
	'sec-websocket-key': Buffer.alloc(16).toString('base64'),
}

/**
 * Checks that WebSockets pass through the proxy. Known only if there is a proxy, the server runs, and its public address is
 * reachable from here.
 */
export async function checkWebSockets(
	{ publicUrl, trustedProxies }: Pick<Config, 'publicUrl' | 'trustedProxies'>,
	isRunning: () => Promise<boolean>,
): Promise<{ found: string; remedy?: string }> {
	if (trustedProxies === 0) return { found: 'no proxy' }
	if (publicUrl === undefined) return { found: 'unknown: PARLEY_URL does not say where the proxy is' }
	if (!(await isRunning())) return { found: 'unknown until the server runs' }
	const address = new URL(`${imPaths.socket}/?EIO=4&transport=websocket`, publicUrl)
	const status = await upgradeStatus(address).catch(() => undefined)
	if (status === undefined) return { found: `unknown: ${publicUrl} is not reachable from this machine` }
	if (status === 101) return { found: `pass through at ${publicUrl}` }
	return {
		found: `blocked: ${address.origin}${imPaths.socket} answers ${status} instead of 101, so meetings cannot open`,
		remedy: 'Make the proxy pass Upgrade and Connection on over HTTP/1.1: docs/how-to/run-behind-nginx.md',
	}
}

function upgradeStatus(address: URL): Promise<number | undefined> {
	const request = address.protocol === 'https:' ? requestTls : requestPlain
	return new Promise((resolve, reject) => {
		// No data is exchanged, so a self-signed certificate is accepted.
		const asked = request(address, { headers: handshake, timeout: answersWithinMs, rejectUnauthorized: false })
		asked.on('upgrade', (response, socket) => {
			socket.destroy()
			resolve(response.statusCode)
		})
		asked.on('response', response => {
			response.destroy()
			resolve(response.statusCode)
		})
		asked.on('error', reject).on('timeout', () => asked.destroy(new Error('no answer')))
		asked.end()
	})
}
