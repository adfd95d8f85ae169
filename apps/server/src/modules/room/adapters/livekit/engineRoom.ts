import { randomBytes } from 'node:crypto'
import type { MediaSource, ParticipantId } from '@parley/room'
import type { EngineEvent } from '../../mediaEngine.ts'

/** Joins the parts of names in LiveKit; neither a meeting's id nor a participant's contains it. */
const separator = '.'

/** Returns the participant that an identity in LiveKit stands for. */
export const participantOf = (identity: string): ParticipantId =>
	identity.slice(0, identity.lastIndexOf(separator)) as ParticipantId

/** Returns whether a room of LiveKit is one of this meeting, of this opening or an earlier one. */
export const isRoomOf = (name: string, roomId: string): boolean => name.startsWith(`${roomId}${separator}`)

/**
 * A room and its place in LiveKit. The name of the room there has an epoch, and the identity of a participant the number of
 * their stay, so that no token of an earlier one leads to the media of this one (ROOM-246).
 */
export class EngineRoom {
	readonly roomId: string
	maxParticipants: number
	/** True once LiveKit has the room; it gets it with the first grant. */
	isCreated = false
	/** Times since which LiveKit does not list it, and since which entering it fails, in ms; undefined while that works. */
	unlistedSince: number | undefined
	closedSince: number | undefined
	#epoch = newEpoch()
	#stays = 0
	/** Identities of those who have a place. */
	readonly #identities = new Map<ParticipantId, string>()
	/** The sources of those who are connected, as of the last reconciliation. */
	#present = new Map<ParticipantId, readonly MediaSource[]>()

	constructor(roomId: string, maxParticipants: number) {
		this.roomId = roomId
		this.maxParticipants = maxParticipants
	}

	/** Its name in LiveKit. */
	get name(): string {
		return [this.roomId, this.#epoch].join(separator)
	}

	/** Returns the identity of a participant, who has a place from now on. */
	admit(participantId: ParticipantId): string {
		const identity = this.#identities.get(participantId) ?? [participantId, ++this.#stays].join(separator)
		this.#identities.set(participantId, identity)
		return identity
	}

	identityOf(participantId: ParticipantId): string | undefined {
		return this.#identities.get(participantId)
	}

	/** Ends the stay of a participant. Returns their identity, if they had a place. */
	dismiss(participantId: ParticipantId): string | undefined {
		const identity = this.#identities.get(participantId)
		this.#identities.delete(participantId)
		return identity
	}

	hasPlace(identity: string): boolean {
		return this.#identities.get(participantOf(identity)) === identity
	}

	/** Replaces the room in LiveKit by another one. Returns the name of the former one. */
	renew(): string {
		const { name } = this
		this.#epoch = newEpoch()
		this.isCreated = false
		this.unlistedSince = undefined
		this.closedSince = undefined
		return name
	}

	/** Notes that a source was muted, so that its return is a change even if it comes before the next reconciliation. */
	noteMuted(participantId: ParticipantId, source: MediaSource): void {
		const sources = this.#present.get(participantId)
		if (sources) this.#present.set(participantId, without(sources, [source]))
	}

	/** Takes the connected participants, and returns the changes since the last reconciliation. */
	reconcile(present: Map<ParticipantId, readonly MediaSource[]>): EngineEvent[] {
		const { roomId } = this
		const before = this.#present
		this.#present = present
		const events: EngineEvent[] = []
		for (const [participantId, sources] of present) {
			const earlier = before.get(participantId)
			if (!earlier) events.push({ type: 'joined', roomId, participantId })
			for (const source of without(sources, earlier)) events.push({ type: 'published', roomId, participantId, source })
			for (const source of without(earlier, sources))
				events.push({ type: 'unpublished', roomId, participantId, source })
		}
		for (const participantId of before.keys())
			if (!present.has(participantId)) events.push({ type: 'left', roomId, participantId })
		return events
	}
}

const newEpoch = () => randomBytes(9).toString('base64url')

const without = (all: readonly MediaSource[] = [], others: readonly MediaSource[] = []): MediaSource[] =>
	all.filter(source => !others.includes(source))
