import { createServer } from 'node:net'

/**
 * A loopback port nobody listens on at this moment.
 * @returns {Promise<number>}
 */
export function freePort() {
	return new Promise((resolve, reject) => {
		const probe = createServer()
		probe.once('error', reject)
		probe.listen(0, '127.0.0.1', () => {
			const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address())
			probe.close(() => resolve(port))
		})
	})
}
