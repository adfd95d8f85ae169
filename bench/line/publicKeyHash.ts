import { createHash } from 'node:crypto'
import { connect } from 'node:tls'

/**
 * Returns the SHA-256 of the public key of the server's certificate, in base64. Chromium trusts it with
 * `--ignore-certificate-errors-spki-list`; where certificate errors are merely ignored, it caches nothing, and loads twice
 * what an early hint names.
 */
export function publicKeyHash(url: string): Promise<string> {
	const { hostname, port } = new URL(url)
	return new Promise((resolve, reject) => {
		const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false }, () => {
			const key = socket.getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'der' }) ?? ''
			socket.end()
			resolve(createHash('sha256').update(key).digest('base64'))
		})
		socket.once('error', reject)
	})
}
