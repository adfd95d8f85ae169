import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type TLSSocket } from 'node:tls'
import { generate } from 'selfsigned'
import { expect, onTestFinished, test } from 'vitest'
import { createApp, setCertificate } from '../http/index.ts'
import { createLog } from './log.ts'
import { createTlsReload, type LoadedTls, loadTls } from './tls.ts'

const pairOf = async (name: string) => {
	const { cert, private: key } = await generate([{ name: 'commonName', value: name }], { keySize: 2048 })
	return { cert, key }
}

async function aServer() {
	const folder = mkdtempSync(join(tmpdir(), 'parley-tls-'))
	onTestFinished(() => rmSync(folder, { recursive: true }))
	const files = { certificate: join(folder, 'c.pem'), key: join(folder, 'k.pem') }
	const put = ({ cert, key }: { cert: string; key: string }) => {
		writeFileSync(files.certificate, cert)
		writeFileSync(files.key, key)
	}
	put(await pairOf('first'))
	const load = () => loadTls(files, folder)
	const first = (await load()) as LoadedTls
	const app = await createApp({ log: createLog('silent'), tls: first, trustedProxies: 0 })
	app.get('/', async () => 'hello')
	onTestFinished(() => app.close())
	await app.listen({ port: 0, host: '127.0.0.1' })
	const { port } = app.server.address() as AddressInfo
	const told: string[] = []
	const log = {
		info: (_: object, message: string) => void told.push(message),
		error: (_: object, message: string) => void told.push(message),
	}
	const { check, current } = createTlsReload({
		first,
		load,
		apply: pair => setCertificate(app, pair),
		log: log as never,
	})
	const open = async () => {
		const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] })
		onTestFinished(() => void socket.destroy())
		await once(socket, 'secureConnect')
		return socket
	}
	const nameAt = (socket: TLSSocket) => socket.getPeerCertificate().subject.CN
	return { files, put, check, current, told, open, nameAt }
}

test('a renewed certificate is served to the next connection, and open ones continue', async () => {
	const { put, check, current, told, open, nameAt } = await aServer()
	const before = await open()
	expect(nameAt(before)).toBe('first')
	await check()
	expect(told).toEqual([])
	const second = await pairOf('second')
	put(second)
	await check()
	expect(nameAt(await open())).toBe('second')
	expect(current().certificate).toBe(second.cert)
	expect(told).toEqual(['new certificate in use'])
	before.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
	expect(String((await once(before, 'data'))[0])).toContain('200 OK')
})

test('an unusable one leaves the old one, and is reported once, until it is repaired', async () => {
	const { files, put, check, told, open, nameAt } = await aServer()
	const second = await pairOf('second')
	// The state between the writing of the two files.
	writeFileSync(files.certificate, second.cert)
	await check()
	await check()
	const problem = 'the new certificate cannot be used, the old one stays'
	expect(told).toEqual([problem])
	expect(nameAt(await open())).toBe('first')
	rmSync(files.key)
	await check()
	expect(nameAt(await open())).toBe('first')
	expect(told).toEqual([problem, problem])
	put(second)
	await check()
	expect(nameAt(await open())).toBe('second')
	expect(told.at(-1)).toBe('new certificate in use')
})
