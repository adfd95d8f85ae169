import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { checkWebSockets } from './proxyCheck.ts'

/** Proxy in front of a server: passes an upgrade on, or treats it as a request. */
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

test('a proxy that blocks WebSockets is a problem, if it can be detected', async () => {
	const check = (publicUrl: string | undefined, isRunning = true, trustedProxies: number | string[] = ['127.0.0.1']) =>
		checkWebSockets({ publicUrl, trustedProxies }, async () => isRunning)
	const passing = await aProxy({ passesUpgrades: true })
	expect(await check(passing)).toEqual({ found: `pass through at ${passing}` })
	const blocking = await aProxy({ passesUpgrades: false })
	expect(await check(blocking)).toEqual({
		found: `blocked: ${blocking}/im/socket answers 404 instead of 101, so meetings cannot open`,
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
