import type { ParticipantId } from '@parley/room'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFakeEngine, type FakeEngine } from '../../fixtures.ts'
import type { EngineEvent, MediaEngine } from '../../mediaEngine.ts'
import { createEngineBySize } from './engineBySize.ts'

const room = 'room-1'
let small: FakeEngine
let large: FakeEngine
let engine: MediaEngine
let events: EngineEvent[]
let warnings: string[]
let isTapOpen: boolean

beforeEach(async () => {
	vi.useFakeTimers()
	events = []
	warnings = []
	isTapOpen = false
	small = Object.assign(createFakeEngine(4), {
		tapRoom() {
			isTapOpen = true
			const close = () => {
				isTapOpen = false
			}
			return { requestKeyFrame() {}, close }
		},
	})
	large = createFakeEngine(20, 'livekit')
	engine = createEngineBySize({
		small,
		large,
		above: 2,
		log: { info() {}, warn: (_: unknown, text?: string) => void warnings.push(text ?? '') } as never,
	})
	engine.onEvent(event => events.push(event))
	await engine.ensureRoom(room, { maxParticipants: 20 })
})
afterEach(() => vi.useRealTimers())

const person = (name: string) => name as ParticipantId

/** Asks for the grant of a person; returns the engine of it, or why there is none. */
async function grantFor(name: string): Promise<string> {
	const granted = await engine.grant({
		roomId: room,
		participantId: person(name),
		sources: ['microphone'],
		ttlSec: 60,
	})
	return granted.ok ? granted.value.engine : granted.failure
}

async function grantInOrder(...names: string[]): Promise<string[]> {
	const engines: string[] = []
	for (const name of names) engines.push(await grantFor(name))
	return engines
}

test('[ROOM-256] a room moves with the first grant for more people than the limit, and its pages are told', async () => {
	expect(await grantInOrder('a', 'b', 'a')).toEqual(['embedded', 'embedded', 'embedded'])
	expect(events).toEqual([])
	expect(await grantFor('c')).toBe('livekit')
	expect(events).toEqual([
		{ type: 'roomMoved', roomId: room },
		{ type: 'available', roomId: room },
	])
	expect(await grantInOrder('a', 'b')).toEqual(['livekit', 'livekit'])
	expect(large.calls).toEqual([`ensure ${room}`])
	expect(engine.hasMediaOf?.(room)).toBe(false)
})

test('[ROOM-256] a room whose people are in the large engine when it is opened, as after a restart, stays there', async () => {
	large.hasEarlierRoom = async roomId => roomId === 'room-2'
	for (const roomId of [room, 'room-2', 'room-3']) await engine.ensureRoom(roomId, { maxParticipants: 20 })
	expect(large.calls).toEqual(['ensure room-2'])
	expect(small.calls).toEqual([`ensure ${room}`, `ensure ${room}`, 'ensure room-3'])
	expect([engine.hasMediaOf?.('room-2'), engine.hasMediaOf?.('room-3')]).toEqual([false, true])
})

test('[ROOM-256] people who have left do not count, and a room that has moved stays', async () => {
	await grantInOrder('a', 'b')
	await engine.removeParticipant(room, person('a'))
	expect(await grantFor('c')).toBe('embedded')
	expect(await grantFor('d')).toBe('livekit')
	for (const name of ['b', 'c']) await engine.removeParticipant(room, person(name))
	expect(await grantFor('d')).toBe('livekit')
})

test('[ROOM-256] the next opening of a room begins with the small engine', async () => {
	await grantInOrder('a', 'b', 'c')
	await engine.endRoom(room)
	expect([small.calls.at(-1), large.calls.at(-1)]).toEqual([`end ${room}`, `end ${room}`])
	await engine.ensureRoom(room, { maxParticipants: 20 })
	expect(await grantInOrder('a', 'b')).toEqual(['embedded', 'embedded'])
})

test('[ROOM-256] [ROOM-54] until pages have moved, both engines hear who is removed and muted; then the former one ends', async () => {
	await grantInOrder('a', 'b', 'c')
	await engine.removeParticipant(room, person('a'))
	await engine.mute(room, person('b'), 'microphone')
	for (const { calls } of [small, large]) expect(calls.slice(1)).toEqual(['remove a', 'mute b microphone'])
	await vi.advanceTimersByTimeAsync(10_000)
	expect(small.calls.at(-1)).toBe(`end ${room}`)
	await engine.mute(room, person('b'), 'microphone')
	expect([small.calls.at(-1), large.calls.at(-1)]).toEqual([`end ${room}`, 'mute b microphone'])
})

test('[ROOM-256] what pages still send to the former engine is reported, its end is not', async () => {
	await grantInOrder('a', 'b', 'c')
	events = []
	const published = { type: 'published', roomId: room, participantId: person('a'), source: 'screen' } as const
	small.emit(published)
	large.emit(published)
	small.emit({ type: 'roomEnded', roomId: room })
	expect(events).toEqual([published, published])
	await vi.advanceTimersByTimeAsync(10_000)
	small.emit(published)
	expect(events).toHaveLength(2)
	large.emit({ type: 'roomEnded', roomId: room })
	expect(events.at(-1)).toEqual({ type: 'roomEnded', roomId: room })
})

test('[ROOM-256] while the large engine does not answer a room stays, and the next person tries again', async () => {
	large.available = false
	expect(await grantInOrder('a', 'b', 'c', 'd')).toEqual(['embedded', 'embedded', 'embedded', 'embedded'])
	expect(await grantFor('e')).toBe('engine.unavailable')
	expect(warnings).toHaveLength(1)
	// Nobody who is in the room loses their media.
	expect(await grantInOrder('a', 'd')).toEqual(['embedded', 'embedded'])
	expect(events).toEqual([])
	large.available = true
	expect(await grantFor('e')).toBe('livekit')
})

test('[ROOM-256] a room that is recorded or broadcast moves only when the small engine is full', async () => {
	const tap = engine.tapRoom?.(room, () => {})
	expect(await grantInOrder('a', 'b', 'c', 'd')).toEqual(['embedded', 'embedded', 'embedded', 'embedded'])
	expect(await grantFor('e')).toBe('livekit')
	expect(events[0]).toEqual({ type: 'roomMoved', roomId: room })
	tap?.close()
	expect(isTapOpen).toBe(false)
})

test('[ROOM-256] once the last recording of a room is over, the next person moves it', async () => {
	const first = engine.tapRoom?.(room, () => {})
	const second = engine.tapRoom?.(room, () => {})
	await grantInOrder('a', 'b', 'c')
	first?.close()
	first?.close()
	expect(await grantFor('c')).toBe('embedded')
	second?.close()
	expect(await grantFor('c')).toBe('livekit')
})

test('[ROOM-256] a room that ends while it moves is in neither engine', async () => {
	await grantInOrder('a', 'b')
	const ensured = large.ensureRoom
	large.ensureRoom = async (...args) => {
		await engine.endRoom(room)
		await ensured(...args)
	}
	expect(await grantFor('c')).toBe('engine.unavailable')
	expect([small.calls.at(-1), large.calls.at(-1)]).toEqual([`end ${room}`, `end ${room}`])
	expect(events).toEqual([])
})

test('[ROOM-256] an engine that is available again concerns its own rooms', async () => {
	await engine.ensureRoom('room-2', { maxParticipants: 20 })
	await grantInOrder('a', 'b', 'c')
	events = []
	small.emit({ type: 'unavailable' })
	small.emit({ type: 'available' })
	expect(events).toEqual([{ type: 'available', roomId: 'room-2' }])
	large.emit({ type: 'available' })
	large.emit({ type: 'available', roomId: room })
	expect(events.slice(1)).toEqual([
		{ type: 'available', roomId: room },
		{ type: 'available', roomId: room },
	])
})

test('[ROOM-256] the server is ready without the large engine, and says that it does not answer', async () => {
	large.health = async () => ({ ok: false, detail: 'refused' })
	expect(await engine.health()).toEqual({ ok: true, detail: 'here: answers; LiveKit: refused' })
	small.health = async () => ({ ok: false })
	expect((await engine.health()).ok).toBe(false)
})
