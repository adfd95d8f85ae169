import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { attachImGateway } from '../../apps/server/src/modules/messaging/adapters/gateway/index.ts'
import type { Messaging } from '../../apps/server/src/modules/messaging/index.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { createUnlimitedRateLimit } from '../../apps/server/src/platform/testing/unlimitedRateLimit.ts'

/** Serves messaging sockets on a separate port, for a thousand people at one address. */
export async function listenWithoutLimits(connect: Messaging['connect']) {
	const server = createServer()
	const gateway = attachImGateway({
		server,
		connect,
		createRateLimit: createUnlimitedRateLimit,
		addressOf: () => '127.0.0.1',
		originOf: () => 'http://127.0.0.1',
		ownOriginOf: async () => 'http://127.0.0.1',
		clock: systemClock,
		limits: { open: 10_000, anonymous: 10_000, loginWithinMs: 60_000 },
	})
	return {
		port: await listen(server),
		async stop(): Promise<void> {
			await gateway.stop()
			server.close()
		},
	}
}

/** @returns a free port */
export async function listen(server: Server): Promise<number> {
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', 4_096, resolve))
	return (server.address() as AddressInfo).port
}
