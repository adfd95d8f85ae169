import { randomBytes, randomUUID } from 'node:crypto'
import { type MediaEvents, MediaSource, type ParticipantId } from '@parley/room'
import { PeerConnection } from 'node-datachannel'
import type { EngineStats } from '../../../mediaEngine.ts'
import type { SendToParticipant } from '../../../signalling.ts'
import {
	type EngineCommand,
	type EngineEventBody,
	type EngineQuery,
	type FromChild,
	preparedRoomId,
	type SfuConfig,
} from '../ipc.ts'
import { Peer, type PeerSetup } from './peer.ts'
import { RoomTap } from './roomTap.ts'
import { SfuRoom } from './sfuRoom.ts'

export type Send = (message: FromChild) => void

const random16 = (): number => randomBytes(2).readUInt16BE()

/** Where a connection is; it changes when a prepared one is admitted to a room. */
interface Place {
	roomId: string
	room: SfuRoom
	participantId: ParticipantId
}

/** Functions of process and native library the engine needs. */
export type SfuRuntime = Pick<PeerSetup, 'now' | 'connect'>

const nativeRuntime: SfuRuntime = {
	now: () => performance.now(),
	connect: (name, config) => new PeerConnection(name, config),
}

/** All rooms of the engine. Knows nothing of processes: commands come in, messages go out through `send`. */
export class Sfu {
	readonly #config: SfuConfig
	readonly #send: Send
	readonly #runtime: SfuRuntime
	readonly #rooms = new Map<string, SfuRoom>()
	/** Connections without a room; they neither send nor receive media. */
	readonly #prepared = new Map<string, { peer: Peer; place: Place }>()
	/** Rooms that are broadcast, even while they are empty. */
	readonly #taps = new Map<string, RoomTap>()
	readonly #counters = { packetsIn: 0, packetsOut: 0, lostIn: 0, lostOut: 0 }
	#ssrc = randomBytes(3).readUIntBE(0, 3)

	constructor(config: SfuConfig, send: Send, runtime: SfuRuntime = nativeRuntime) {
		this.#config = config
		this.#send = send
		this.#runtime = runtime
	}

	/** Runs a command of the parent. */
	run(command: EngineCommand): void {
		if (isTapCommand(command)) {
			this.#runForTap(command)
			return
		}
		const room = this.#rooms.get(command.roomId)
		if (!room) return
		if (command.kind === 'end') {
			this.#end(command.roomId, room)
			return
		}
		const peer = room.peer(command.participantId)
		if (peer) this.#runFor(peer, room, command)
	}

	/** Answers a query of the parent. */
	answer(query: EngineQuery): unknown {
		switch (query.kind) {
			case 'hello':
				return this.#hello(query)
			case 'prepare':
				return this.#prepare(query.participantId)
			case 'list':
				return this.#list(query.roomId)
			case 'stats':
				return this.#stats()
		}
	}

	/** Call every few hundredths of a second. An error of one peer ends only its connection. */
	tick(): void {
		const nowMs = this.#runtime.now()
		for (const room of this.#rooms.values()) for (const peer of room.peers) peer.tick(nowMs)
		for (const [roomId, tap] of this.#taps) {
			tap.update(this.#rooms.get(roomId)?.peers.flatMap(peer => peer.published) ?? [], nowMs)
			this.#send({ kind: 'tapped', roomId, batch: tap.take() })
		}
	}

	close(): void {
		for (const room of this.#rooms.values()) for (const peer of room.peers) peer.close()
		this.#rooms.clear()
		this.#prepared.clear()
	}

	#runForTap({ kind, roomId }: TapCommand): void {
		if (kind === 'requestTapKeyFrame') this.#taps.get(roomId)?.requestKeyFrame()
		else if (kind === 'untap') {
			this.#taps.get(roomId)?.close()
			this.#taps.delete(roomId)
		} else if (!this.#taps.has(roomId)) this.#taps.set(roomId, new RoomTap())
	}

	#runFor(peer: Peer, room: SfuRoom, command: Exclude<EngineCommand, TapCommand | { kind: 'end' }>): void {
		switch (command.kind) {
			case 'answer':
				peer.answer(command.offerId, command.sdp)
				break
			case 'candidate':
				peer.candidate(command.candidate, command.mid)
				break
			case 'view':
				peer.view(command.tiles)
				break
			case 'remove':
				this.#drop(command.roomId, room, peer)
				break
			case 'published':
				if (room.publish(peer.participantId, command.source)) this.#sourceEvent('published', command)
				break
			case 'unpublished':
				if (room.unpublish(peer.participantId, command.source)) this.#sourceEvent('unpublished', command)
				break
			case 'mute':
				if (room.mute(peer.participantId, command.source)) this.#sourceEvent('unpublished', command)
		}
	}

	/** The connection id to answer `hello` with; a page that still holds its connection keeps it. */
	#hello(query: EngineQuery & { kind: 'hello' }): { connectionId: string } | { refused: 'room.full' } {
		const room = this.#rooms.get(query.roomId) ?? new SfuRoom()
		const known = room.peer(query.participantId)
		if (known && known.connectionId === query.connectionId) {
			known.start()
			this.#sendQualities(query.roomId, room, known)
			return { connectionId: known.connectionId }
		}
		if (!known && room.size >= query.maxParticipants) return { refused: 'room.full' }
		this.#rooms.set(query.roomId, room)
		if (known) room.remove(known)
		const peer = this.#admitPrepared(query, room) ?? this.#peer({ ...query, room }, query.sources)
		room.add(peer)
		this.#sendQualities(query.roomId, room, peer)
		if (!known) this.#event({ type: 'joined', roomId: query.roomId, participantId: query.participantId })
		return { connectionId: peer.connectionId }
	}

	#prepare(participantId: ParticipantId): { connectionId: string } {
		const room = this.#rooms.get(preparedRoomId) ?? new SfuRoom()
		this.#rooms.set(preparedRoomId, room)
		const place = { roomId: preparedRoomId, room, participantId }
		const peer = this.#peer(place, MediaSource.options)
		this.#prepared.set(peer.connectionId, { peer, place })
		room.add(peer)
		return { connectionId: peer.connectionId }
	}

	/** Moves the prepared connection that a page with a grant names to its room. */
	#admitPrepared(query: EngineQuery & { kind: 'hello' }, room: SfuRoom): Peer | undefined {
		const { roomId, participantId, connectionId, sources } = query
		const found = connectionId === null ? undefined : this.#prepared.get(connectionId)
		if (!found) return undefined
		const { peer, place } = found
		this.#prepared.delete(peer.connectionId)
		place.room.release(peer)
		Object.assign(place, { roomId, room, participantId })
		peer.restrictTo(sources)
		return peer
	}

	#peer(place: Place, sources: readonly MediaSource[]): Peer {
		const send: SendToParticipant = (event, ...payload) => {
			const { roomId, participantId } = place
			this.#send({ kind: 'participant-event', roomId, participantId, event, payload })
		}
		const peer: Peer = new Peer({
			owner: place,
			connectionId: randomUUID(),
			sources,
			network: this.#config.network,
			...this.#runtime,
			random16,
			nextSsrc: () => ++this.#ssrc,
			counters: this.#counters,
			send,
			onSpeaking: speaking => this.#sendToRoom(place, 'speaking', { participantId: place.participantId, speaking }),
			onQuality: quality => this.#sendToRoom(place, 'quality', { participantId: place.participantId, quality }),
			onConnectionLost: () => {
				send('lost', { connectionId: peer.connectionId })
				this.#drop(place.roomId, place.room, peer)
			},
			onError: error => {
				const { roomId, room, participantId } = place
				this.#send({ kind: 'peer-error', roomId, participantId, detail: errorDetail(error) })
				send('lost', { connectionId: peer.connectionId })
				this.#drop(roomId, room, peer)
			},
		})
		return peer
	}

	#sendToRoom<E extends keyof MediaEvents>(
		{ roomId, room }: Place,
		event: E,
		...payload: Parameters<MediaEvents[E]>
	): void {
		for (const { participantId } of room.peers)
			this.#send({ kind: 'participant-event', roomId, participantId, event, payload })
	}

	/** Tells a participant who joins, or whose socket was down, whose line is weak. */
	#sendQualities(roomId: string, room: SfuRoom, { participantId }: Peer): void {
		for (const { participantId: other, quality } of room.peers) {
			if (quality === 'good') continue
			const payload: Parameters<MediaEvents['quality']> = [{ participantId: other, quality }]
			this.#send({ kind: 'participant-event', roomId, participantId, event: 'quality', payload })
		}
	}

	#drop(roomId: string, room: SfuRoom, peer: Peer): void {
		room.remove(peer)
		if (room.size === 0) this.#rooms.delete(roomId)
		// Nobody learns of a page that is not admitted.
		if (this.#prepared.delete(peer.connectionId)) return
		if (!room.peer(peer.participantId)) this.#event({ type: 'left', roomId, participantId: peer.participantId })
	}

	#end(roomId: string, room: SfuRoom): void {
		for (const peer of room.peers) peer.close()
		this.#rooms.delete(roomId)
		this.#event({ type: 'roomEnded', roomId })
	}

	#list(roomId: string): { participantId: ParticipantId; sources: MediaSource[] }[] {
		return (this.#rooms.get(roomId)?.peers ?? []).map(peer => ({
			participantId: peer.participantId,
			sources: peer.published.map(publication => publication.source),
		}))
	}

	#stats(): EngineStats {
		const { user, system } = process.cpuUsage()
		const rooms = [...this.#rooms].flatMap(([roomId, room]) => (roomId === preparedRoomId ? [] : [room]))
		const peers = rooms.reduce((sum, room) => sum + room.size, 0)
		return {
			...this.#counters,
			rooms: rooms.length,
			peers,
			cpuMs: (user + system) / 1000,
			residentBytes: process.memoryUsage.rss(),
		}
	}

	#sourceEvent(type: 'published' | 'unpublished', { roomId, participantId, source }: SourceCommand): void {
		this.#event({ type, roomId, participantId, source })
	}

	#event(event: EngineEventBody): void {
		this.#send({ kind: 'event', event })
	}
}

/** Details for the log. */
export const errorDetail = (error: unknown): string =>
	error instanceof Error ? (error.stack ?? error.message) : String(error)

type TapCommand = Extract<EngineCommand, { kind: 'tap' | 'untap' | 'requestTapKeyFrame' }>

const isTapCommand = (command: EngineCommand): command is TapCommand =>
	command.kind === 'tap' || command.kind === 'untap' || command.kind === 'requestTapKeyFrame'

interface SourceCommand {
	roomId: string
	participantId: ParticipantId
	source: MediaSource
}
