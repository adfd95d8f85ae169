import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { createTlsApp } from './testing/tlsApp.ts'

const applicationData = 23
const headerBytes = 5
/** Added to the content of a record: its tag and its type. */
const overheadBytes = 17

/** Returns the sizes of the records with application data in a stream of TLS. */
function recordSizes(stream: Buffer): number[] {
	const sizes: number[] = []
	for (let at = 0; at + headerBytes <= stream.length; ) {
		const size = stream.readUInt16BE(at + 3)
		if (stream[at] === applicationData) sizes.push(size)
		at += headerBytes + size
	}
	return sizes
}

test('a new connection receives a large answer in small TLS records', async ({ onTestFinished }) => {
	const app = await createTlsApp({ onTestFinished })
	app.get('/large', async () => 'x'.repeat(60_000))
	await app.listen({ port: 0, host: '127.0.0.1' })

	const received: Buffer[] = []
	const proxy = createServer(client => {
		const server = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
		server.on('data', part => received.push(part))
		server.on('error', () => client.destroy())
		client.on('error', () => server.destroy())
		server.pipe(client).pipe(server)
	}).listen(0, '127.0.0.1')
	onTestFinished(() => void proxy.close())
	await once(proxy, 'listening')

	const session = connectHttp2(`https://127.0.0.1:${(proxy.address() as AddressInfo).port}`, {
		rejectUnauthorized: false,
	})
	onTestFinished(() => session.destroy())
	const answer = session.request({ ':path': '/large' })
	let bytes = 0
	for await (const part of answer) bytes += part.length
	expect(bytes).toBe(60_000)
	expect(Math.max(...recordSizes(Buffer.concat(received)))).toBeLessThanOrEqual(4 * 1024 + overheadBytes)
})
