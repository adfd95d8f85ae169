import { type ClientHttp2Session, connect } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { expect, type TestContext, test } from 'vitest'
import { createTlsApp } from './testing/tlsApp.ts'

/** A server whose main script is ready when `finish` is called. */
async function start({ onTestFinished }: Pick<TestContext, 'onTestFinished'>) {
	const app = await createTlsApp({ onTestFinished })
	let finish = () => {}
	const finished = new Promise<void>(resolve => {
		finish = resolve
	})
	app.get('/assets/main.js', async () => finished.then(() => 'main'))
	app.get('/assets/kit.js', async () => 'kit')
	app.get('/call', async () => 'call')
	await app.listen({ port: 0, host: '127.0.0.1' })
	const session = connect(`https://127.0.0.1:${(app.server.address() as AddressInfo).port}`, {
		rejectUnauthorized: false,
	})
	onTestFinished(() => session.destroy())
	return { session, finish }
}

/** Requests a path, and notes it when its answer is complete. */
function request(session: ClientHttp2Session, path: string, answered: string[]) {
	const stream = session.request({ ':path': path })
	const done = new Promise<void>(resolve => {
		stream.on('end', () => {
			answered.push(path)
			resolve()
		})
		stream.on('close', resolve)
	})
	stream.resume()
	return { done, cancel: () => stream.close() }
}

test('scripts of a connection are sent in the order of their requests, and nothing else waits for them', async context => {
	const { session, finish } = await start(context)
	const answered: string[] = []
	const main = request(session, '/assets/main.js', answered)
	const kit = request(session, '/assets/kit.js', answered)
	await request(session, '/call', answered).done
	await request(session, '/call', answered).done
	finish()
	await Promise.all([main.done, kit.done])
	expect(answered).toEqual(['/call', '/call', '/assets/main.js', '/assets/kit.js'])
})

test('a script that the browser cancels holds up no other', async context => {
	const { session } = await start(context)
	const answered: string[] = []
	const main = request(session, '/assets/main.js', answered)
	const kit = request(session, '/assets/kit.js', answered)
	main.cancel()
	await kit.done
	expect(answered).toContain('/assets/kit.js')
})
