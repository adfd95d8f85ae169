import { type Result, refused } from '@parley/core'
import type { MediaGrant, ParticipantId } from '@parley/room'
import type { Log } from '../../../../platform/log.ts'
import type { EngineEvent, EngineHealth, GrantRequest, MediaEngine } from '../../mediaEngine.ts'
import type { TappedBatch } from '../../roomTap.ts'

/** Pages hear each other over the former engine until they have loaded the client of the other one. */
const leavesFormerAfterMs = 10_000

export interface EngineBySizeSetup {
	/** Has the media of a room until it has grown, and of one that is recorded or broadcast for as long as it can. */
	small: MediaEngine
	/** Has the media of larger rooms. */
	large: MediaEngine
	/** The largest number of people in a room that does not change its engine. */
	above: number
	log: Pick<Log, 'info' | 'warn'>
}

interface SizedRoom {
	maxParticipants: number
	/** Those who have been given a grant, and were not removed since. */
	people: Set<ParticipantId>
	current: MediaEngine
	/** The engine whose media the pages are about to leave. */
	former?: MediaEngine | undefined
	leavesFormer?: NodeJS.Timeout
}

/**
 * Two engines as one: a room moves from the small to the large one with the first grant for more than `above` people, and
 * stays there until it ends, also if the server restarts (ROOM-256). One whose media are tapped (`tapRoom`) moves
 * when the small engine is full.
 */
export function createEngineBySize({ small, large, above, log }: EngineBySizeSetup): MediaEngine {
	const rooms = new Map<string, SizedRoom>()
	/** The number of taps of each room. */
	const taps = new Map<string, number>()
	const listeners = new Set<(event: EngineEvent) => void>()
	const emit = (event: EngineEvent) => {
		for (const listener of listeners) listener(event)
	}
	const limitOf = (roomId: string) =>
		taps.has(roomId) ? small.maxParticipants : Math.min(above, small.maxParticipants)

	function forward(engine: MediaEngine) {
		engine.onEvent(event => {
			// The rooms of the other engine go on.
			if (event.type === 'unavailable') return
			if (event.roomId === undefined) {
				for (const [roomId, room] of rooms) if (room.current === engine) emit({ type: 'available', roomId })
				return
			}
			const room = rooms.get(event.roomId)
			// Pages may still send to the former engine; its end is no end of the room.
			const isFormer = room?.former === engine
			if (!room || room.current === engine || (isFormer && event.type !== 'roomEnded')) emit(event)
		})
	}
	forward(small)
	forward(large)

	/** A restart of the server does not move a room back: its pages, and Egress, are still in the large engine. */
	const engineOfOpened = async (roomId: string) => ((await large.hasEarlierRoom?.(roomId)) ? large : small)

	async function grant(request: GrantRequest): Promise<Result<MediaGrant, 'engine.unavailable'>> {
		const { roomId, participantId } = request
		const room = rooms.get(roomId)
		if (!room) throw new Error(`room ${roomId} was not opened`)
		room.people.add(participantId)
		if (room.current === large || room.people.size <= limitOf(roomId)) return await room.current.grant(request)
		return await move(room, request)
	}

	/** Moves a room once the large engine has admitted a participant; until then the participants keep their media. */
	async function move(room: SizedRoom, request: GrantRequest): Promise<Result<MediaGrant, 'engine.unavailable'>> {
		const { roomId, participantId } = request
		await large.ensureRoom(roomId, { maxParticipants: room.maxParticipants })
		const granted = await large.grant(request)
		if (rooms.get(roomId) !== room) {
			await large.endRoom(roomId)
			return refused('engine.unavailable')
		}
		if (granted.ok) {
			if (room.current === small) noteMoved(roomId, room)
			return granted
		}
		if (room.people.size <= small.maxParticipants) return await room.current.grant(request)
		room.people.delete(participantId)
		log.warn({ roomId }, 'a room has more people than this server can serve, and LiveKit does not answer')
		return granted
	}

	function noteMoved(roomId: string, room: SizedRoom): void {
		log.info({ roomId, people: room.people.size }, 'LiveKit has the media of a room that has grown')
		room.current = large
		room.former = small
		room.leavesFormer = setTimeout(() => void leaveFormer(roomId, room), leavesFormerAfterMs).unref()
		emit({ type: 'roomMoved', roomId })
		emit({ type: 'available', roomId })
	}

	async function leaveFormer(roomId: string, room: SizedRoom): Promise<void> {
		clearTimeout(room.leavesFormer)
		await room.former?.endRoom(roomId)
		room.former = undefined
	}

	/** A participant may be connected to both engines for a moment. */
	async function atBoth(roomId: string, act: (engine: MediaEngine) => Promise<void>): Promise<void> {
		const { current, former } = rooms.get(roomId) ?? {}
		await Promise.all([current, former].map(engine => engine && act(engine)))
	}

	async function health(): Promise<EngineHealth> {
		const [here, there] = await Promise.all([small.health(), large.health()])
		// Most meetings go on without the large engine.
		return { ok: here.ok, detail: `here: ${describe(here)}; LiveKit: ${describe(there)}` }
	}

	function tapRoom(roomId: string, onBatch: (batch: TappedBatch) => void) {
		if (!small.tapRoom) throw new Error(`the ${small.name} engine gives its media to nobody`)
		const handle = small.tapRoom(roomId, onBatch)
		let isOpen = true
		taps.set(roomId, (taps.get(roomId) ?? 0) + 1)
		return {
			requestKeyFrame: handle.requestKeyFrame,
			close() {
				handle.close()
				if (!isOpen) return
				isOpen = false
				const left = (taps.get(roomId) ?? 0) - 1
				if (left > 0) taps.set(roomId, left)
				else taps.delete(roomId)
			},
		}
	}

	return {
		name: small.name,
		maxParticipants: large.maxParticipants,
		async ensureRoom(roomId, { maxParticipants }) {
			const room = rooms.get(roomId) ?? { maxParticipants, people: new Set(), current: await engineOfOpened(roomId) }
			room.maxParticipants = maxParticipants
			rooms.set(roomId, room)
			await room.current.ensureRoom(roomId, { maxParticipants })
		},
		grant,
		async removeParticipant(roomId, participantId) {
			rooms.get(roomId)?.people.delete(participantId)
			await atBoth(roomId, engine => engine.removeParticipant(roomId, participantId))
		},
		mute: (roomId, participantId, source) => atBoth(roomId, engine => engine.mute(roomId, participantId, source)),
		async endRoom(roomId) {
			const room = rooms.get(roomId)
			if (!room) return
			rooms.delete(roomId)
			await leaveFormer(roomId, room)
			await room.current.endRoom(roomId)
		},
		list: async roomId => (await rooms.get(roomId)?.current.list(roomId)) ?? [],
		onEvent(listener) {
			listeners.add(listener)
			return () => void listeners.delete(listener)
		},
		health,
		hasMediaOf: roomId => rooms.get(roomId)?.current !== large,
		...(small.signalling && { signalling: small.signalling }),
		...(small.stats && { stats: small.stats }),
		...(small.tapRoom && { tapRoom }),
		...(large.broadcaster && { broadcaster: large.broadcaster }),
		beginStop() {
			small.beginStop?.()
			large.beginStop?.()
		},
		async stop() {
			for (const { leavesFormer } of rooms.values()) clearTimeout(leavesFormer)
			await Promise.all([small.stop(), large.stop()])
		},
	}
}

const describe = ({ ok, detail }: EngineHealth): string => detail ?? (ok ? 'answers' : 'does not answer')
