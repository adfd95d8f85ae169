import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** Returns a currently unused TCP port of this machine. */
export async function freePort(): Promise<number> {
	const probe = createServer().listen(0, '127.0.0.1')
	await once(probe, 'listening')
	const { port } = probe.address() as AddressInfo
	await new Promise(resolve => probe.close(resolve))
	return port
}
