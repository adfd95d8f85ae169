import { expect, onTestFinished, test, vi } from 'vitest'
import { createPresenceConnection, type PresenceSocket } from './presenceConnection.ts'

/** A socket whose server is the test. */
function aSocket() {
	const listeners = new Map<string, (value: unknown) => void>()
	let onAny: ((event: string, ...payload: unknown[]) => void) | undefined
	const emitWithAck = vi.fn(async (..._: unknown[]): Promise<unknown> => ({ ok: true, value: null }))
	const socket = {
		connected: true,
		active: false,
		id: 'socket-1',
		onAny: (listener: typeof onAny) => {
			onAny = listener
		},
		offAny: () => {
			onAny = undefined
		},
		listeners: (event: string) => [listeners.get(event)].filter(listener => listener !== undefined),
		connect: vi.fn(),
		on: (event: string, listener: (value: never) => void) => void listeners.set(event, listener as never),
		timeout: vi.fn((_: number) => ({ emitWithAck })),
		io: { engine: { close: vi.fn() }, reconnectionDelay: vi.fn((ms = 250) => ms) },
	}
	const fire = (event: string, value?: unknown) => {
		onAny?.(event, value)
		listeners.get(event)?.(value)
	}
	return { socket, emitWithAck, fire, presence: createPresenceConnection(socket as unknown as PresenceSocket) }
}

test('[ROOM-26] what the server ends is connected again; what breaks, and what is left, the library looks after', () => {
	const { socket, fire, presence } = aSocket()
	const changes: boolean[] = []
	presence.onConnectionChange(isConnected => changes.push(isConnected))
	fire('connect')
	fire('disconnect', 'transport close')
	fire('disconnect', 'io client disconnect')
	expect([changes, socket.connect.mock.calls.length]).toEqual([[true, false, false], 0])
	fire('disconnect', 'io server disconnect')
	expect([changes.at(-1), socket.connect.mock.calls.length]).toEqual([false, 1])
})

test('[ROOM-81] a socket that is connected already enters at once, and once', () => {
	const { socket, presence } = aSocket()
	const changes: boolean[] = []
	presence.onConnectionChange(isConnected => changes.push(isConnected))
	expect(changes).toEqual([])
	presence.connect()
	expect([changes, socket.connect.mock.calls.length]).toEqual([[true], 0])
	socket.connected = false
	presence.connect()
	expect([changes, socket.connect.mock.calls.length]).toEqual([[true], 1])
})

test('[ROOM-81] a socket that is being connected already is not connected a second time', () => {
	const { socket, presence } = aSocket()
	Object.assign(socket, { connected: false, active: true })
	presence.connect()
	expect(socket.connect).not.toHaveBeenCalled()
	socket.active = false
	presence.connect()
	expect(socket.connect).toHaveBeenCalledTimes(1)
})

test('a call without a connection is not kept for later, and one without an answer fails after ten seconds', async () => {
	const { socket, emitWithAck, presence } = aSocket()
	expect(await presence.call('room.end', null)).toEqual({ ok: true, value: null })
	expect([socket.timeout.mock.calls, emitWithAck.mock.calls]).toEqual([[[10_000]], [['room.end', null]]])
	emitWithAck.mockRejectedValueOnce(new Error('operation has timed out'))
	expect(await presence.call('room.end', null)).toEqual({ ok: false, failure: 'net.offline' })
	socket.connected = false
	expect(await presence.call('room.end', null)).toEqual({ ok: false, failure: 'net.offline' })
	expect(emitWithAck).toHaveBeenCalledTimes(2)
})

test('[ROOM-89] a room that was entered ahead hears what came before it listened, in order and once', async () => {
	const { fire, presence } = aSocket()
	fire('entered', 'room')
	fire('participant.joined', 'Han Mei')
	fire('room.locked', true)
	const heard: unknown[] = []
	presence.on('participant.joined', value => heard.push(value))
	presence.on('entered', value => heard.push(value))
	expect(heard).toEqual([])
	await Promise.resolve()
	expect(heard).toEqual(['room', 'Han Mei'])
	fire('participant.joined', 'Li Lei')
	await Promise.resolve()
	expect(heard).toEqual(['room', 'Han Mei', 'Li Lei'])
})

test('[ROOM-89] the socket has an id while it is connected', () => {
	const { socket, presence } = aSocket()
	expect(presence.getId()).toBe('socket-1')
	socket.connected = false
	expect(presence.getId()).toBeUndefined()
})

test('[ROOM-94] a socket that does not answer within two round trips is replaced, a working one and one that is gone are not', async () => {
	vi.useFakeTimers()
	onTestFinished(() => void vi.useRealTimers())
	const { socket, emitWithAck, presence } = aSocket()
	const { close } = socket.io.engine
	expect(await presence.replaceIfDead()).toBe(false)
	for (const roundTripMs of [40, 562]) {
		emitWithAck.mockImplementationOnce(async () => void vi.setSystemTime(Date.now() + roundTripMs))
		await presence.call('media.grant', null)
		expect(await presence.replaceIfDead()).toBe(false)
	}
	// The calls have a timeout of their own.
	expect(socket.timeout.mock.calls).toEqual([[500], [10_000], [250], [10_000], [1_124]])
	expect(close).not.toHaveBeenCalled()
	emitWithAck.mockRejectedValue(new Error('operation has timed out'))
	expect([await presence.replaceIfDead(), close.mock.calls.length]).toEqual([true, 1])
	// Without a pause now, with one after the next failure.
	expect(socket.io.reconnectionDelay.mock.calls.slice(-2)).toEqual([[0], [250]])
	socket.connected = false
	expect([await presence.replaceIfDead(), close.mock.calls.length]).toEqual([false, 1])
})
