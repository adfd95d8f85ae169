import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { checkWebSockets } from './proxyCheck.ts'

/** In front of a server: passes an upgrade on, or takes it for a request. */
async function aProxy({ passesUpgrades }: { passesUpgrades: boolean }) {
	const server = createServer((_, response) => response.writeHead(404).end())
	if (passesUpgrades)
		server.on('upgrade', (_, socket) =>
			socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
		)
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	onTestFinished(() => void server.close())
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('WebSockets that do not come through the proxy are a problem, where that can be known', async () => {
	const check = (publicUrl: string | undefined, isRunning = true, trustedProxies: number | string[] = ['127.0.0.1']) =>
		checkWebSockets({ publicUrl, trustedProxies }, async () => isRunning)
	const passing = await aProxy({ passesUpgrades: true })
	expect(await check(passing)).toEqual({ found: `come through at ${passing}` })
	const blocking = await aProxy({ passesUpgrades: false })
	expect(await check(blocking)).toEqual({
		found: `do not come through: ${blocking}/im/socket answers 404 in place of 101, so no meeting opens`,
		remedy: expect.stringContaining('Upgrade'),
	})
	for (const found of [
		await check(blocking, false),
		await check(undefined),
		await check('http://127.0.0.1:1'),
		await check(blocking, true, 0),
	]) {
		expect(found.remedy).toBeUndefined()
		expect(found.found).toMatch(/^unknown|^no proxy/)
	}
})
