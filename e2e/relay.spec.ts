import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { freePort } from '../apps/server/src/platform/testing/freePort.ts'
import { expect, startMeetingOfTwo, test } from './fixtures/index.ts'
import { startServer } from './fixtures/server.ts'

/** A meeting of browsers that reach the engine through a TURN server alone. */
const program = process.env.PARLEY_TEST_COTURN
const account = { username: 'parley', credential: 'relay-secret' }
/** coturn relays to no loopback address. */
const address = Object.values(networkInterfaces())
	.flat()
	.find(found => found?.family === 'IPv4' && !found.internal)?.address

const secret = 'a secret of the relay and the server'
const fixedUser = ['--lt-cred-mech', '--user', `${account.username}:${account.credential}`]
const sharedSecret = ['--use-auth-secret', '--static-auth-secret', secret]

async function startRelay(admission: readonly string[]) {
	const folder = await mkdtemp(join(tmpdir(), 'parley-relay-'))
	const port = await freePort()
	const child = spawn(
		program ?? '',
		[
			...['-n', '--no-cli', '--no-tls', '--no-dtls', '--realm', 'parley', '--log-file', 'stdout'],
			...['--pidfile', join(folder, 'pid'), '--userdb', join(folder, 'users')],
			...admission,
			...['--listening-ip', address ?? '', '--relay-ip', address ?? '', '--listening-port', String(port)],
		],
		{ stdio: 'ignore' },
	)
	const ended = new Promise(resolve => child.once('exit', resolve))
	return {
		url: `turn:${address}:${port}`,
		async stop() {
			child.kill('SIGKILL')
			await ended
			await rm(folder, { recursive: true, force: true })
		},
	}
}

/** The pages of this browser use no candidates but those of relays. */
function useRelaysOnly(browser: Browser): Browser {
	return new Proxy(browser, {
		get(target, name) {
			if (name !== 'newContext') return Reflect.get(target, name)
			return async (...options: Parameters<Browser['newContext']>): Promise<BrowserContext> => {
				const context = await target.newContext(...options)
				await context.addInitScript(() => {
					const Original = RTCPeerConnection
					globalThis.RTCPeerConnection = class extends Original {
						constructor(configuration?: RTCConfiguration) {
							super({ ...configuration, iceTransportPolicy: 'relay' })
						}
					}
				})
				return context
			}
		},
	})
}

/** The type of the local candidate of the path in use. */
const candidateType = (page: Page): Promise<string | undefined> =>
	page.evaluate(async () => {
		const { parleyConnections = [] } = globalThis as { parleyConnections?: RTCPeerConnection[] }
		for (const connection of parleyConnections) {
			if (connection.connectionState !== 'connected') continue
			const entries = [...(await connection.getStats()).values()]
			const pair = entries.find(({ type, nominated }) => type === 'candidate-pair' && nominated)
			return entries.find(({ id }) => id === pair?.localCandidateId)?.candidateType
		}
		return undefined
	})

for (const { id, admission, settingsOf } of [
	{
		id: '[ROOM-90] with a fixed user',
		admission: fixedUser,
		settingsOf: (url: string) => ({ MEDIA_ICE_SERVERS: JSON.stringify([{ urls: url, ...account }]) }),
	},
	{
		id: '[ROOM-105] with credentials of their own',
		admission: sharedSecret,
		settingsOf: (url: string) => ({ TURN_URL: url, TURN_SECRET: secret }),
	},
]) {
	test(`${id}, two people who reach the engine through TURN alone see and hear each other`, async ({ browser }) => {
		test.skip(!program || !address, 'coturn is not installed')
		const relay = await startRelay(admission)
		// The engine, too, is not on the loopback address.
		const server = await startServer({ MEDIA_ANNOUNCED_IP: address ?? '', ...settingsOf(relay.url) })
		try {
			const { host, member } = await startMeetingOfTwo(useRelaysOnly(browser), server.url, 'Behind a firewall')
			for (const { page } of [host, member]) await expect.poll(() => candidateType(page)).toBe('relay')
		} finally {
			await server.dispose()
			await relay.stop()
		}
	})
}
