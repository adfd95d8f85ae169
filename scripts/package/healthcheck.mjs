import { request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'

/**
 * Exit code 0 if the server of this container is ready for pages and calls, else 1: for the health check of an image, which has
 * no curl. It reads the same settings as the server.
 */
const { PORT = '8080', HOST = '', PARLEY_TLS = '' } = process.env
const answersWithinMs = 4_000
const isAny = HOST === '' || HOST === '0.0.0.0' || HOST === '::'
const asked = (PARLEY_TLS === '' ? requestPlain : requestTls)({
	host: isAny ? 'localhost' : HOST,
	port: PORT,
	path: '/readyz',
	timeout: answersWithinMs,
	// Nothing secret is exchanged, and the certificate is for the public name.
	rejectUnauthorized: false,
})
asked.on('response', response => {
	if (response.statusCode !== 200) console.error(`/readyz answers ${response.statusCode}`)
	process.exit(response.statusCode === 200 ? 0 : 1)
})
asked.on('timeout', () => asked.destroy(new Error('no answer')))
asked.on('error', error => {
	console.error(error.message || error.code)
	process.exit(1)
})
asked.end()
