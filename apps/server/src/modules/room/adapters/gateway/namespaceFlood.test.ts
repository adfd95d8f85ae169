import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { roomHandshake, roomLimits, roomPaths } from '@parley/room'
import { io } from 'socket.io-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ConnectionEnd } from '../../../../platform/gatewayOptions.ts'
import { createMemoryRateLimits } from '../../../../platform/rateLimit.ts'
import { aTicketRequest, createRoomHarness } from '../../fixtures.ts'
import { attachRoomGateway } from './gateway.ts'

async function openGateway() {
	const harness = await createRoomHarness()
	const server = createServer()
	const ended: ConnectionEnd[] = []
	const gateway = attachRoomGateway({
		browsersPerAddress: 100,
		server,
		service: harness.service,
		createRateLimit: createMemoryRateLimits(),
		addressOf: () => 'one',
		ownOriginOf: async ({ headers }) => `http://${headers.host}`,
		clock: harness.clock,
		log: { info() {}, warn() {}, error() {} },
		onConnectionEnd: end => void ended.push(end),
	})
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	onTestFinished(async () => {
		await gateway.stop()
		server.close()
	})
	const host = `127.0.0.1:${(server.address() as AddressInfo).port}`

	/** A WebSocket without a client library: what it sends is up to the test. */
	async function openBare() {
		const socket = new WebSocket(`ws://${host}${roomPaths.socket}/?EIO=4&transport=websocket`)
		const received: string[] = []
		let isClosed = false
		socket.addEventListener('message', ({ data }) => {
			// Without an answer to its ping the server would end the connection for another reason.
			if (data === '2') socket.send('3')
			else received.push(String(data))
		})
		socket.addEventListener('close', () => {
			isClosed = true
		})
		onTestFinished(() => socket.close())
		await vi.waitFor(() => expect(isClosed || received.length > 0).toBe(true), 10_000)
		return { received, send: (packet: string) => socket.send(packet), isClosed: () => isClosed }
	}

	/** Another person of the same address enters the room. */
	async function enter() {
		const { ticket } = await harness.service.issueTicket(aTicketRequest({ displayName: 'Li Lei' }))
		const options = { path: roomPaths.socket, transports: ['websocket'], forceNew: true, reconnection: false }
		const socket = io(`http://${host}${roomPaths.presence}`, { ...options, auth: roomHandshake })
		onTestFinished(() => void socket.disconnect())
		await new Promise((resolve, reject) => socket.on('connect', () => resolve(undefined)).on('connect_error', reject))
		return await socket.timeout(10_000).emitWithAck('enter', { kind: 'ticket', ticket })
	}
	return { ...harness, openBare, enter, ended }
}

const joinNamespace = `40${roomPaths.presence},`

test('[ROOM-09] a client that joins the namespace of rooms a thousand times on one connection loses it, and others enter', async () => {
	const { openBare, enter, ended } = await openGateway()
	const hostile = await openBare()
	for (let i = 0; i < 1_000; i++) hostile.send(joinNamespace)
	await vi.waitFor(() => expect(hostile.isClosed()).toBe(true), 10_000)
	expect(hostile.received.filter(packet => packet.startsWith(joinNamespace)).length).toBeLessThanOrEqual(1)
	await vi.waitFor(() => expect(ended).toHaveLength(1), 10_000)
	expect(await enter()).toMatchObject({ ok: true })
})

test('[ROOM-09] a page joins the namespace of rooms again after it has left it, and not while it is in it', async () => {
	const { openBare } = await openGateway()
	const page = await openBare()
	const count = () => page.received.filter(packet => packet.startsWith(joinNamespace)).length
	const handshake = `${joinNamespace}${JSON.stringify(roomHandshake)}`
	page.send(handshake)
	await vi.waitFor(() => expect(count()).toBe(1), 10_000)
	page.send(`41${roomPaths.presence},`)
	// Socket.IO leaves a tick later; the answer to another request comes after that.
	page.send(`40${roomPaths.media},`)
	await vi.waitFor(() => expect(page.received.at(-1)).toMatch(/^44/), 10_000)
	page.send(handshake)
	await vi.waitFor(() => expect(count()).toBe(2), 10_000)
	expect(page.isClosed()).toBe(false)
	page.send(handshake)
	await vi.waitFor(() => expect(page.isClosed()).toBe(true), 10_000)
	expect(count()).toBe(2)
})

test('[ROOM-08] [ROOM-09] of three hundred connections that never enter, sixty are kept, and others of the address enter after a while', async () => {
	const { openBare, enter, clock } = await openGateway()
	const all: Awaited<ReturnType<typeof openBare>>[] = []
	for (let round = 0; round < 3; round++) {
		const opened = await Promise.all(Array.from({ length: 100 }, openBare))
		for (const each of opened) if (!each.isClosed()) each.send(joinNamespace)
		all.push(...opened)
	}
	await vi.waitFor(() => expect(all.filter(each => !each.isClosed()).length).toBe(60), 20_000)
	await vi.waitFor(() => expect(all.filter(each => each.received.length > 1).length).toBeGreaterThanOrEqual(60), 20_000)
	clock.pass(roomLimits.preparedTimeoutMs)
	await vi.waitFor(() => expect(all.every(each => each.isClosed())).toBe(true), 10_000)
	expect(await enter()).toMatchObject({ ok: true })
})
