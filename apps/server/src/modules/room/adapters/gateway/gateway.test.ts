import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { roomHandshake, roomLimits, roomPaths } from '@parley/room'
import { io, Manager, type Socket } from 'socket.io-client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ConnectionEnd } from '../../../../platform/gatewayOptions.ts'
import { createMemoryRateLimits } from '../../../../platform/rateLimit.ts'
import { testFloods } from '../../../../platform/testing/floodedGateway.suite.ts'
import { aQualityReport } from '../../../../testing/aQualityReport.ts'
import {
	aRoomMeeting,
	aTicketRequest,
	createRoomHarness,
	meetingId,
	type RoomHarness,
	whileTokenIsSigned,
} from '../../fixtures.ts'
import type { Signalling } from '../../signalling.ts'
import { attachRoomGateway } from './gateway.ts'

let harness: RoomHarness
let stop: () => Promise<void>
let address: string
let gateway: ReturnType<typeof attachRoomGateway>
const sockets: Socket[] = []
let ended: ConnectionEnd[]
let isKnownHost: boolean
let signalling: Partial<Signalling>
/** Awaited before a limit of this name counts. */
let beforeCounting: (name: string) => Promise<void>

beforeEach(async () => {
	harness = await createRoomHarness()
	ended = []
	isKnownHost = true
	beforeCounting = async () => {}
	signalling = { hello: async () => ({ ok: false, failure: 'grant.invalid' }) }
	const server = createServer()
	const log = { info() {}, warn() {}, error() {} }
	const createRateLimit = createMemoryRateLimits()
	gateway = attachRoomGateway({
		browsersPerAddress: 1,
		server,
		service: harness.service,
		createRateLimit(name, ...limits) {
			const limit = createRateLimit(name, ...limits)
			return { ...limit, consume: async key => beforeCounting(name).then(() => limit.consume(key)) }
		},
		addressOf: ({ headers }) => String(headers['x-test-address']),
		ownOriginOf: async ({ headers }) => (isKnownHost ? `http://${headers.host}` : undefined),
		clock: harness.clock,
		log,
		onConnectionEnd: end => void ended.push(end),
		signalling: {
			hello: async (...asked) => (await signalling.hello?.(...asked)) ?? { ok: false, failure: 'grant.invalid' },
			prepare: async send => (await signalling.prepare?.(send)) ?? { ok: false, failure: 'engine.unavailable' },
		},
	})
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	stop = async () => {
		await gateway.stop()
		await new Promise(resolve => server.close(resolve))
	}
})

afterEach(async () => {
	for (const socket of sockets.splice(0)) socket.disconnect()
	await stop()
})

function connect(
	namespace: string = roomPaths.presence,
	headers: Record<string, string> = {},
	auth: Record<string, unknown> = roomHandshake,
): Promise<Socket> {
	const socket = io(address + namespace, {
		path: roomPaths.socket,
		transports: ['websocket'],
		forceNew: true,
		reconnection: false,
		extraHeaders: headers,
		auth,
	})
	sockets.push(socket)
	return new Promise((resolve, reject) => {
		socket.on('connect', () => resolve(socket))
		socket.on('connect_error', reject)
	})
}

const ask = (socket: Socket, call: string, input: unknown) => socket.timeout(2_000).emitWithAck(call, input)

async function inside(name: string, host = false) {
	const { ticket } = await harness.service.issueTicket(aTicketRequest({ displayName: name, host }))
	const socket = await connect()
	const answer = await ask(socket, 'enter', { kind: 'ticket', ticket })
	if (!answer.ok) throw new Error(answer.failure)
	return { socket, entered: answer.value }
}

test('[ROOM-06] calls before entering are not answered', async () => {
	const socket = await connect()
	for (const call of ['leave', 'media.grant', 'room.end']) {
		expect(await ask(socket, call, null)).toEqual({ ok: false, failure: 'not.entered' })
	}
	expect(await ask(socket, 'room.lock', { locked: true })).toEqual({ ok: false, failure: 'not.entered' })
})

test('[ROOM-12] what happens while a person enters is in the answer', async () => {
	const host = await inside('Han Mei', true)
	whileTokenIsSigned(async () => {
		await inside('Ann')
		await ask(host.socket, 'room.set-permissions', { write: false })
		await ask(host.socket, 'room.lock', { locked: true })
	})
	const { entered } = await inside('Li Lei')
	expect(entered.roster.map(({ name }: { name: string }) => name)).toEqual(['Han Mei', 'Li Lei', 'Ann'])
	expect(entered).toMatchObject({ locked: true, permissions: { write: false } })
})

test('[ROOM-30] a host mutes microphones and cameras; a presentation is ended, not muted', async () => {
	const host = await inside('Han Mei', true)
	const { entered } = await inside('Li Lei')
	const mute = (source: string) => ask(host.socket, 'participant.mute', { participantId: entered.self, source })
	for (const source of ['microphone', 'camera']) expect(await mute(source)).toEqual({ ok: true, value: null })
	for (const source of ['screen', '', 'x']) expect(await mute(source)).toEqual({ ok: false, failure: 'input.invalid' })
})

test('[ROOM-168] the report of a page that leaves is kept, also while the limit of reports counts', async () => {
	const visits: string[] = []
	harness.service.onVisit(({ type, visit }) => visits.push(`${visit.name} ${type}`))
	const { socket } = await inside('Li Lei')
	const left = Promise.withResolvers<void>()
	beforeCounting = async name => (name === 'room-reports' ? await left.promise : undefined)
	const reported = ask(socket, 'quality.report', aQualityReport())
	expect(await ask(socket, 'leave', null)).toEqual({ ok: true, value: null })
	left.resolve()
	expect(await reported).toEqual({ ok: true, value: null })
	expect(visits).toEqual(['Li Lei began', 'Li Lei ended', 'Li Lei reported'])
	expect(await ask(socket, 'quality.report', aQualityReport())).toEqual({ ok: false, failure: 'not.entered' })
})

test('[ROOM-94] any socket can ask whether it reaches the server', async () => {
	expect(await ask(await connect(), 'socket.check', null)).toEqual({ ok: true, value: null })
	expect(await ask((await inside('Li Lei')).socket, 'socket.check', null)).toEqual({ ok: true, value: null })
})

test('[ROOM-06] malformed input is refused by name and changes nothing', async () => {
	const { socket } = await inside('Han Mei', true)
	for (const input of [undefined, null, 7, 'x', [], { locked: 'yes' }, { locked: 1 }]) {
		expect(await ask(socket, 'room.lock', input)).toEqual({ ok: false, failure: 'input.invalid' })
	}
	expect(await ask(socket, 'enter', { kind: 'ticket', ticket: 'x'.repeat(129) })).toMatchObject({
		failure: 'input.invalid',
	})
	expect(harness.meetings.calls).toEqual([`started ${meetingId}`])
})

test('[ROOM-07] a page of another host is refused', async () => {
	await expect(connect(roomPaths.presence, { origin: 'https://evil.example' })).rejects.toThrow()
	await expect(connect(roomPaths.presence, { origin: address.replace('http:', 'https:') })).rejects.toThrow()
	await connect(roomPaths.presence, { origin: address })
})

test('[HTTP-01] [ROOM-07] connections to a host name without a site are refused', async () => {
	isKnownHost = false
	await expect(connect(roomPaths.presence)).rejects.toThrow()
	await expect(connect(roomPaths.presence, { origin: address })).rejects.toThrow()
	isKnownHost = true
	await connect(roomPaths.presence)
})

test('[ROOM-07] the main namespace accepts nothing', async () => {
	await expect(connect('/')).rejects.toThrow('Invalid namespace')
})

test('[ROOM-09] an oversized message ends the connection', async () => {
	const socket = await connect()
	const gone = new Promise(resolve => socket.on('disconnect', resolve))
	socket.emit('enter', { kind: 'ticket', ticket: 'x'.repeat(roomLimits.maxMessageBytes) })
	await gone
})

test('[ROOM-09] a flood of calls is refused', async () => {
	const { socket } = await inside('Han Mei')
	const answers = await Promise.all(
		Array.from({ length: 100 }, () => ask(socket, 'sending.set', { microphone: true, camera: false })),
	)
	expect(answers.filter(answer => answer.failure === 'calls.too-many').length).toBeGreaterThan(40)
})

test('[ROOM-103] a reaction reaches everybody in the room, its sender included, and a flood of them is refused', async () => {
	const first = await inside('Han Mei')
	const second = await inside('Li Lei')
	const seen = (socket: Socket) => new Promise(resolve => socket.once('participant.reacted', resolve))
	const both = Promise.all([seen(first.socket), seen(second.socket)])
	expect(await ask(second.socket, 'reaction.send', { reaction: 'clap' })).toEqual({ ok: true, value: null })
	const event = { participantId: second.entered.self, reaction: 'clap' }
	expect(await both).toEqual([event, event])
	for (const reaction of ['fire', '', null, 1])
		expect(await ask(second.socket, 'reaction.send', { reaction })).toEqual({ ok: false, failure: 'input.invalid' })
	expect(await ask(await connect(), 'reaction.send', { reaction: 'clap' })).toEqual({
		ok: false,
		failure: 'not.entered',
	})

	let received = 0
	first.socket.on('participant.reacted', () => void received++)
	const answers = await Promise.all(
		Array.from({ length: 30 }, () => ask(second.socket, 'reaction.send', { reaction: 'love' })),
	)
	const refusals = answers.filter(answer => answer.failure === 'calls.too-many').length
	expect(refusals).toBeGreaterThanOrEqual(18)
	expect(received).toBe(30 - refusals)
	// Nothing else is refused because of it.
	expect(await ask(second.socket, 'hand.set', { raised: true })).toEqual({ ok: true, value: null })
})

test('[ROOM-12] participants are announced to one another', async () => {
	const first = await inside('Han Mei')
	const joined = new Promise<{ name: string }>(resolve => first.socket.on('participant.joined', resolve))
	const second = await inside('Li Lei')
	expect((await joined).name).toBe('Li Lei')
	const left = new Promise(resolve => first.socket.on('participant.left', resolve))
	expect(await ask(second.socket, 'leave', null)).toEqual({ ok: true, value: null })
	expect(await left).toEqual({ participantId: second.entered.self, reason: 'choice' })
})

test('[ROOM-20] a dropped socket keeps its place', async () => {
	const first = await inside('Han Mei')
	const second = await inside('Li Lei')
	const changed = new Promise<{ connected: boolean }>(resolve => first.socket.on('participant.changed', resolve))
	second.socket.io.engine.close()
	expect((await changed).connected).toBe(false)
	expect(harness.service.participantCount(meetingId)).toBe(2)
})

test('the end of a connection is reported once, with its participant, duration and WebSocket close code', async () => {
	const { socket, entered } = await inside('Han Mei')
	const stranger = await connect()
	harness.clock.pass(7_000)
	socket.disconnect()
	await vi.waitFor(() => expect(ended).toHaveLength(1))
	const end = { socket: 'room', ms: 7_000, code: 1005 }
	expect(ended).toEqual([{ ...end, meetingId, participantId: entered.self }])
	stranger.disconnect()
	await vi.waitFor(() => expect(ended).toHaveLength(2))
	expect(ended[1]).toEqual({ ...end, meetingId: undefined, participantId: undefined })
})

test('[ROOM-45] when the host ends it, everyone receives the reason and is then disconnected', async () => {
	const host = await inside('Han Mei', true)
	const guest = await inside('Li Lei')
	const reason = new Promise(resolve => guest.socket.on('room.closed', resolve))
	const gone = new Promise(resolve => guest.socket.on('disconnect', resolve))
	await ask(host.socket, 'room.end', null)
	harness.clock.pass(roomLimits.endingGraceMs)
	expect(await reason).toEqual({ reason: 'ended-by-host' })
	await gone
})

const isGone = (socket: Socket | Manager) =>
	new Promise<true>(
		resolve =>
			void (socket as Manager).on(socket instanceof Manager ? 'close' : ('disconnect' as never), () => resolve(true)),
	)

test('[ROOM-08] a connection without a participant in a room is closed, whatever it sent', async () => {
	const bare = new Manager(address, { path: roomPaths.socket, transports: ['websocket'], reconnection: false })
	await new Promise(resolve => bare.on('open', () => resolve(undefined)))
	const [presence, media] = [await connect(), await connect(roomPaths.media)]
	const { socket: left } = await inside('Li Lei')
	await ask(left, 'leave', null)
	const refused = await connect()
	await ask(refused, 'enter', { kind: 'ticket', ticket: 'unknown' })
	const { socket: entered } = await inside('Han Mei')
	const gone = Promise.all([bare, media, left, refused].map(isGone))
	harness.clock.pass(roomLimits.handshakeTimeoutMs)
	await gone
	expect([entered.connected, presence.connected]).toEqual([true, true])
	const isLate = isGone(presence)
	harness.clock.pass(roomLimits.preparedTimeoutMs - roomLimits.handshakeTimeoutMs)
	await isLate
	expect(entered.connected).toBe(true)
})

test('[ROOM-08] a leftover media namespace does not keep a connection open', async () => {
	const media = await connect(roomPaths.media)
	const closed = new Promise(resolve => media.io.engine.on('close', resolve))
	media.emit('hello', { token: 'x', connectionId: null })
	harness.clock.pass(roomLimits.handshakeTimeoutMs)
	await closed
})

test('[ROOM-09] connections that have not entered a room are limited per address', async () => {
	const from = (name: string) => connect(roomPaths.presence, { 'x-test-address': name })
	await Promise.all(Array.from({ length: 60 }, () => from('one')))
	await expect(from('one')).rejects.toThrow()
	await expect(from('another')).resolves.toBeDefined()
})

test('[ROOM-09] the page that has prepared to join for longest gives way to another of its address', async () => {
	const from = (namespace: string) => connect(namespace, { 'x-test-address': 'office' })
	const prepared = await from(roomPaths.presence)
	const others = await Promise.all(Array.from({ length: 59 }, () => from(roomPaths.media)))
	await expect(from(roomPaths.presence)).rejects.toThrow()
	harness.clock.pass(3_000)
	const gone = isGone(prepared)
	const next = await from(roomPaths.presence)
	await gone
	await expect(ask(next, 'enter', { kind: 'ticket', ticket: 'unknown' })).resolves.toMatchObject({ ok: false })
	expect(others.every(({ connected }) => connected)).toBe(true)
})

test('[ROOM-26] a stopping server notifies everyone, keeps their places and accepts no new connections', async () => {
	const people = [await inside('Han Mei', true), await inside('Li Lei')]
	const told: string[] = []
	for (const { socket } of people) {
		socket.on('server.stopping', () => told.push('stopping'))
		socket.on('room.closed', () => told.push('closed'))
	}
	const gone = Promise.all(people.map(({ socket }) => isGone(socket)))
	const stopping = gateway.stop()
	await expect(connect()).rejects.toThrow()
	await stopping
	await gone
	expect(told).toEqual(['stopping', 'stopping'])
	expect(harness.service.participantCount(meetingId)).toBe(2)
	for (const { entered } of people) {
		const request = {
			kind: 'resume',
			token: entered.resumeToken,
			sending: { microphone: true, camera: false },
		} as const
		expect((await harness.restarted().enter(request, 'connection-1')).ok).toBe(true)
	}
})

test('[ROOM-93] a page of another version is told so, and what it came with is valid for the page that is loaded instead', async () => {
	const { ticket } = await harness.service.issueTicket(aTicketRequest({ displayName: 'Li Lei' }))
	const outdated = [{}, { protocol: roomHandshake.protocol - 1 }, { protocol: String(roomHandshake.protocol) }]
	for (const auth of outdated) {
		const socket = await connect(roomPaths.presence, {}, auth)
		expect(await ask(socket, 'enter', { kind: 'ticket', ticket })).toEqual({ ok: false, failure: 'page.outdated' })
	}
	const entered = await ask(await connect(), 'enter', { kind: 'ticket', ticket })
	expect(entered).toMatchObject({ ok: true })
	const resume = { kind: 'resume', token: entered.value.resumeToken, sending: { microphone: false, camera: false } }
	const [old, current] = [await connect(roomPaths.presence, {}, {}), await connect()]
	expect(await ask(old, 'enter', resume)).toEqual({ ok: false, failure: 'page.outdated' })
	expect(await ask(current, 'enter', resume)).toMatchObject({ ok: true })
})

test('[ROOM-82] a page prepares one connection per socket, which ends with the socket or gives way to its own grant', async () => {
	const told: string[] = []
	const admit = (connectionId: string) =>
		({ ok: true, value: { connectionId, send() {}, disconnect: () => void told.push(connectionId) } }) as const
	signalling = {
		prepare: async () => admit('prepared'),
		hello: async (_, connectionId) => admit(connectionId ?? 'new'),
	}
	const media = await connect(roomPaths.media)
	expect(await ask(media, 'prepare', null)).toEqual({ ok: true, value: { connectionId: 'prepared' } })
	expect(await ask(media, 'prepare', null)).toEqual({ ok: false, failure: 'input.invalid' })
	media.disconnect()
	await vi.waitFor(() => expect(told).toEqual(['prepared']))

	const admitted = await connect(roomPaths.media)
	await ask(admitted, 'prepare', null)
	await ask(admitted, 'hello', { token: 'x', connectionId: 'prepared' })
	expect(told).toEqual(['prepared'])
	const anew = await connect(roomPaths.media)
	await ask(anew, 'prepare', null)
	await ask(anew, 'hello', { token: 'x', connectionId: null })
	expect(told).toEqual(['prepared', 'prepared'])

	signalling = {}
	const refused = await connect(roomPaths.media)
	expect(await ask(refused, 'prepare', null)).toEqual({ ok: false, failure: 'engine.unavailable' })
})

test('[ROOM-82] what a page still sends for a connection it prepared does not reach the connection of its grant', async () => {
	const sent: unknown[] = []
	const admit = (connectionId: string) =>
		({
			ok: true,
			value: { connectionId, send: (...told: unknown[]) => void sent.push(connectionId, ...told), disconnect() {} },
		}) as const
	signalling = { prepare: async () => admit('prepared'), hello: async () => admit('new') }
	const media = await connect(roomPaths.media)
	await ask(media, 'prepare', null)
	await ask(media, 'hello', { token: 'x', connectionId: null })
	media.emit('answer', { connectionId: 'prepared', offerId: 1, sdp: 'late' })
	media.emit('candidate', { connectionId: 'prepared', candidate: 'late', mid: '0' })
	media.emit('answer', { connectionId: 'new', offerId: 1, sdp: 'own' })
	await vi.waitFor(() => expect(sent).toHaveLength(2))
	expect(sent).toEqual(['new', { kind: 'answer', offerId: 1, sdp: 'own' }])
})

test('[ROOM-60] the engine is notified when the socket of a participant closes, even while they are being admitted', async () => {
	const told: string[] = []
	const admit = (connectionId: string) =>
		({ ok: true, value: { connectionId, send() {}, disconnect: () => void told.push(connectionId) } }) as const
	signalling = { hello: async () => admit('first') }
	const media = await connect(roomPaths.media)
	expect(await ask(media, 'hello', { token: 'x', connectionId: null })).toEqual({
		ok: true,
		value: { connectionId: 'first' },
	})
	media.disconnect()
	await vi.waitFor(() => expect(told).toEqual(['first']))

	let answer: (() => void) | undefined
	signalling = { hello: () => new Promise(resolve => (answer = () => resolve(admit('second')))) }
	const late = await connect(roomPaths.media)
	late.emit('hello', { token: 'x', connectionId: null })
	await vi.waitFor(() => expect(answer).toBeDefined())
	late.disconnect()
	await new Promise(resolve => setTimeout(resolve, 50))
	expect(told).toEqual(['first'])
	answer?.()
	await vi.waitFor(() => expect(told).toEqual(['first', 'second']))
})

test('[ROOM-57] the media namespace refuses a grant the engine does not know', async () => {
	const socket = await connect(roomPaths.media)
	expect(await ask(socket, 'hello', { token: 'x', connectionId: null })).toEqual({
		ok: false,
		failure: 'grant.invalid',
	})
	expect(await ask(socket, 'hello', { token: 7 })).toEqual({ ok: false, failure: 'input.invalid' })
})

testFloods('[ROOM-09]', () => ({ url: address, path: roomPaths.socket }))

describe('[ROOM-89] a join that names a socket', () => {
	const named = async (socket: Socket, fields: object = {}) => {
		const issued = await harness.service.issueTicket(aTicketRequest({ displayName: 'Li Lei', ...fields }))
		harness.service.enterWithJoin({ ...issued, connection: socket.id ?? '' })
		return issued
	}
	/** Resolves to the answer; the page confirms it unless it `isGone`. */
	const entered = (socket: Socket, { isGone = false } = {}) =>
		new Promise<Record<string, never>>(resolve =>
			socket.once('entered', (answer, confirm) => {
				if (!isGone) confirm()
				resolve(answer)
			}),
		)

	test('enters the room with it, once', async () => {
		const host = await inside('Han Mei', true)
		const joined = new Promise<{ name: string }>(resolve => host.socket.on('participant.joined', resolve))
		const socket = await connect()
		const answer = entered(socket)
		const { ticket } = await named(socket)
		expect(await answer).toMatchObject({
			ok: true,
			value: { meetingId, roster: [{ name: 'Han Mei' }, { name: 'Li Lei' }] },
		})
		expect((await joined).name).toBe('Li Lei')
		expect(await ask(socket, 'enter', { kind: 'ticket', ticket })).toEqual(await answer)
		const thief = await connect()
		expect(await ask(thief, 'enter', { kind: 'ticket', ticket })).toEqual({ ok: false, failure: 'ticket.used' })
		expect(await ask(socket, 'leave', null)).toEqual({ ok: true, value: null })
	})

	test('is told why it may not', async () => {
		const host = await inside('Han Mei', true)
		await ask(host.socket, 'room.lock', { locked: true })
		const socket = await connect()
		const answer = entered(socket)
		await named(socket)
		expect(await answer).toEqual({ ok: false, failure: 'room.locked' })
	})

	test('that is gone leaves the ticket for the page, and a socket in a room is not moved to another', async () => {
		const socket = await connect()
		socket.disconnect()
		await vi.waitFor(() => expect(ended).toHaveLength(1))
		const { ticket } = await named(socket)
		const other = await connect()
		expect(await ask(other, 'enter', { kind: 'ticket', ticket })).toMatchObject({ ok: true })
		const answer = entered(other)
		await named(other)
		expect(await answer).toEqual({ ok: false, failure: 'input.invalid' })
		expect(harness.service.participantCount(meetingId)).toBe(1)
	})

	test('ends with a socket whose page did not confirm it, at once, and its ticket can be used again', async () => {
		const host = await inside('Han Mei', true)
		const left = new Promise<{ reason: string }>(resolve => host.socket.on('participant.left', resolve))
		const socket = await connect()
		const answer = entered(socket, { isGone: true })
		const { ticket } = await named(socket)
		await answer
		socket.disconnect()
		expect((await left).reason).toBe('choice')
		const again = await connect()
		expect(await ask(again, 'enter', { kind: 'ticket', ticket })).toMatchObject({ ok: true })
		expect(harness.service.participantCount(meetingId)).toBe(2)
	})

	test('gives way to its page that comes back before the loss is noticed', async () => {
		const lost = await connect()
		const answer = entered(lost, { isGone: true })
		const { ticket } = await named(lost)
		await answer
		const again = await connect()
		expect(await ask(again, 'enter', { kind: 'ticket', ticket })).toMatchObject({ ok: true, value: { roster: [{}] } })
		expect(await ask(lost, 'room.lock', { locked: true })).toEqual({ ok: false, failure: 'not.entered' })
		expect(await ask(lost, 'enter', { kind: 'ticket', ticket })).toEqual({ ok: false, failure: 'ticket.used' })
		lost.disconnect()
		await vi.waitFor(() => expect(ended).toHaveLength(1))
		expect(harness.service.participantCount(meetingId)).toBe(1)
		const thief = await connect()
		expect(await ask(thief, 'enter', { kind: 'ticket', ticket })).toEqual({ ok: false, failure: 'ticket.used' })
	})

	test('[ROOM-82] admits the connection to the engine that its page has prepared, and no other', async () => {
		const asked: (string | null)[] = []
		const admit = (connectionId: string) => ({ ok: true, value: { connectionId, send() {}, disconnect() {} } }) as const
		signalling = {
			prepare: async () => admit('prepared'),
			async hello(_, connectionId) {
				asked.push(connectionId)
				// Somebody else enters meanwhile.
				await inside('Han Mei')
				return admit(connectionId ?? 'new')
			},
		}
		const manager = new Manager(address, { path: roomPaths.socket, transports: ['websocket'], reconnection: false })
		const presence = manager.socket(roomPaths.presence, { auth: roomHandshake })
		const media = manager.socket(roomPaths.media)
		sockets.push(presence, media)
		await Promise.all(
			[presence, media].map(socket => new Promise(resolve => socket.on('connect', () => resolve(null)))),
		)
		await ask(media, 'prepare', null)
		const answer = entered(presence)
		await named(presence)
		expect(await answer).toMatchObject({
			ok: true,
			value: { admittedConnectionId: 'prepared', roster: [{ name: 'Li Lei' }, { name: 'Han Mei' }] },
		})
		expect(asked).toEqual(['prepared'])
		const { entered: without } = await inside('Jane Doe')
		expect(without).not.toHaveProperty('admittedConnectionId')
		expect(asked).toHaveLength(1)
	})
})

describe('a person who waits', () => {
	beforeEach(() => void harness.meetings.rows.set(meetingId, aRoomMeeting({ hasWaitingRoom: true })))

	async function waits(name: string) {
		const { ticket } = await harness.service.issueTicket(aTicketRequest({ displayName: name }))
		const socket = await connect()
		const { waiting } = await ask(socket, 'enter', { kind: 'ticket', ticket })
		return { socket, waiting }
	}

	test('[ROOM-144] words that are too long are refused', async () => {
		const { socket } = await inside('Anna', true)
		const { waiting } = await waits('Tina He')
		const deny = (message: string) => ask(socket, 'waiting.deny', { participantId: waiting.self, message })
		expect(await deny('会'.repeat(101))).toMatchObject({ failure: 'input.invalid' })
		expect(await ask(socket, 'waiting.message', { text: 'x'.repeat(201) })).toMatchObject({ failure: 'input.invalid' })
		expect(await deny('😀'.repeat(100))).toEqual({ ok: true, value: null })
	})

	test('[ROOM-141] [ROOM-142] is not closed as an unused connection, and enters on the same socket', async () => {
		const host = await inside('Anna', true)
		const { socket, waiting } = await waits('Tina He')
		const idle = await connect()
		const isClosed = isGone(idle)
		harness.clock.pass(roomLimits.preparedTimeoutMs)
		await isClosed
		expect(socket.connected).toBe(true)
		const admitted = new Promise<{ roster: unknown[] }>(resolve => socket.on('admitted', resolve))
		await ask(host.socket, 'waiting.admit', { participantId: waiting.self })
		expect((await admitted).roster).toHaveLength(2)
		expect(await ask(socket, 'hand.set', { raised: true })).toEqual({ ok: true, value: null })
	})

	test('[ROOM-89] is told so where the join named the socket; without confirmation the place is given up', async () => {
		const named = async () => {
			const socket = await connect()
			const answer = new Promise<{ answer: object; confirm: () => void }>(resolve =>
				socket.once('entered', (answer, confirm) => resolve({ answer, confirm })),
			)
			const { ticket } = await harness.service.issueTicket(aTicketRequest({ displayName: 'Tina He' }))
			harness.service.enterWithJoin({ ticket, connection: socket.id ?? '' })
			return { socket, ticket, ...(await answer) }
		}
		const host = await inside('Anna', true)
		const gone = await named()
		expect(gone.answer).toMatchObject({ failure: 'waiting', waiting: { place: 1 } })
		gone.socket.disconnect()
		await vi.waitFor(() => expect(ended).toHaveLength(1))
		const again = await connect()
		const answer = await ask(again, 'enter', { kind: 'ticket', ticket: gone.ticket })
		expect(answer).toMatchObject({ failure: 'waiting', waiting: { place: 1 } })
		expect(await ask(host.socket, 'waiting.admit', { participantId: answer.waiting.self })).toMatchObject({ ok: true })
	})
})
