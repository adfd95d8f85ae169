import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { imPaths } from '@parley/im'
import { roomPaths } from '@parley/room'
import { expect, test } from 'vitest'
import { endUnknownUpgrades, isAtPath } from './unknownUpgrades.ts'

test('an upgrade no gateway handles is ended, and one for a gateway is left to it, however long that takes', async () => {
	const server = createServer()
	endUnknownUpgrades(server, isAtPath([roomPaths.socket, imPaths.socket]))
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	const upgrade = (path: string) => {
		const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
		socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)
		return socket
	}
	for (const path of ['/', '/im/socketx/', '/socket.io/?EIO=4', '/x/im/socket/']) {
		const socket = upgrade(path)
		expect(await new Promise(resolve => socket.on('data', data => resolve(data.toString())))).toMatch(/^HTTP\/1.1 404/)
		await new Promise(resolve => socket.on('close', resolve))
	}
	const known = [upgrade(`${imPaths.socket}/?EIO=4`), upgrade(`${roomPaths.socket}/?EIO=4`)]
	await new Promise(resolve => setTimeout(resolve, 1_500))
	expect(known.map(({ destroyed, bytesRead }) => [destroyed, bytesRead])).toEqual([
		[false, 0],
		[false, 0],
	])
	for (const socket of known) socket.destroy()
	server.close()
})
