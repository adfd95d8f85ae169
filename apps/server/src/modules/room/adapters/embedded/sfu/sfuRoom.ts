import type { MediaSource, ParticipantId } from '@parley/room'
import type { Peer } from './peer.ts'
import type { Publication } from './publication.ts'

/** Peers of one room, and the forwarding between them. */
export class SfuRoom {
	readonly #peers = new Map<ParticipantId, Peer>()

	get size(): number {
		return this.#peers.size
	}

	get peers(): Peer[] {
		return [...this.#peers.values()]
	}

	peer(participantId: ParticipantId): Peer | undefined {
		return this.#peers.get(participantId)
	}

	/** Admits a new connection and subscribes it to everything already being sent. */
	add(peer: Peer): void {
		for (const other of this.#peers.values()) for (const publication of other.published) peer.subscribe(publication)
		this.#peers.set(peer.participantId, peer)
		peer.start()
	}

	remove(peer: Peer): void {
		// A replaced connection must not remove its successor.
		if (this.#peers.get(peer.participantId) === peer) this.#peers.delete(peer.participantId)
		for (const publication of peer.published) this.#withdraw(publication)
		peer.close()
	}

	/** Lets a connection go to another room; it stays open. */
	release(peer: Peer): void {
		if (this.#peers.get(peer.participantId) === peer) this.#peers.delete(peer.participantId)
	}

	publish(participantId: ParticipantId, source: MediaSource): boolean {
		const publication = this.#peers.get(participantId)?.publication(source)
		if (!publication) return false
		const isNew = !publication.published
		publication.publish()
		if (isNew) for (const other of this.#others(participantId)) other.subscribe(publication)
		return isNew
	}

	unpublish(participantId: ParticipantId, source: MediaSource): boolean {
		const publication = this.#peers.get(participantId)?.publication(source)
		if (!publication?.published) return false
		this.#withdraw(publication)
		publication.unpublish()
		return true
	}

	mute(participantId: ParticipantId, source: MediaSource): boolean {
		const publication = this.#peers.get(participantId)?.publication(source)
		if (!publication?.published) return false
		this.#withdraw(publication)
		publication.mute()
		return true
	}

	#withdraw(publication: Publication): void {
		for (const other of this.#others(publication.participantId)) other.unsubscribe(publication)
	}

	#others(participantId: ParticipantId): Peer[] {
		return this.peers.filter(peer => peer.participantId !== participantId)
	}
}
