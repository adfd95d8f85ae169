import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { requireMediaPorts, tryMediaPorts } from './mediaPorts.ts'
import { StartError } from './startError.ts'

const taken: Socket[] = []
afterEach(() => {
	for (const socket of taken.splice(0)) socket.close()
})

async function take(port = 0): Promise<number> {
	const socket = createSocket('udp4')
	taken.push(socket)
	socket.bind(port)
	await once(socket, 'listening')
	return socket.address().port
}
function media(from: number, to: number, more: Record<string, string> = {}) {
	const config = readConfig({ MEDIA_PORTS: `${from}-${to}`, ...more })
	if (!config.ok) throw new Error(config.failure.join())
	return config.value.media
}

test('ports that are all taken end the start, with the range and the setting in the sentence', async () => {
	const port = await take()
	await expect(requireMediaPorts(media(port, port), 0)).rejects.toThrow(
		new StartError(`UDP port ${port} is taken: stop what uses them, or set MEDIA_PORTS to ports that are free.`),
	)
})

test('the single shared port must be free, whatever else is', async () => {
	const port = await take()
	const shared = media(port, Math.min(port + 500, 65_535), { MEDIA_UDP_MUX: '1' })
	expect(await tryMediaPorts(shared)).toEqual({ tried: 1, free: 0 })
	await expect(requireMediaPorts(shared, 0)).rejects.toThrow('MEDIA_PORTS')
})

test('too few for a room are scarce, and a large range is sampled', async () => {
	const port = await take()
	const around = media(Math.max(1_024, port - 5), Math.min(port + 5, 65_535))
	expect(await requireMediaPorts(around, 0)).toEqual({ arePortsLow: true })
	const { tried, free } = await tryMediaPorts(media(40_000, 49_999))
	expect(tried).toBe(32)
	expect(free).toBeGreaterThan(0)
})

test('ports that a stopping server gives back in time are waited for', async () => {
	const port = await take()
	setTimeout(() => taken.pop()?.close(), 300)
	expect(await requireMediaPorts(media(port, port, { MEDIA_UDP_MUX: '1' }), 5_000)).toEqual({ arePortsLow: false })
})
