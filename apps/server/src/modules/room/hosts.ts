import type { Clock } from '../../platform/clock.ts'
import type { KnownPeople } from './knownPeople.ts'
import type { OpenRoom } from './openRoom.ts'
import type { RoomLog } from './openRooms.ts'
import type { ParticipantIdentity } from './resumeToken.ts'
import type { RoomStore } from './store.ts'

interface HostsDeps {
	people: KnownPeople
	store: Pick<RoomStore, 'saveSettings'>
	clock: Clock
	log: RoomLog
}

/** Decides who is the one host of a room (ROOM-111, ROOM-117). Roles change in memory at once. */
export function createHosts({ people, store, clock, log }: HostsDeps) {
	/** Makes a person the host; the host before is a co-host from then on. */
	async function setHost(room: OpenRoom, identity: ParticipantIdentity): Promise<void> {
		const { personKey } = identity
		const former = room.hostKey
		room.hostKey = personKey
		room.hostAwaitedUntil = null
		// A right with which the person joined is not stored, because it ends when it is withdrawn (ROOM-25).
		const isGranted = room.grantedRole(identity) === 'host'
		if (isGranted) people.show(room, personKey)
		await Promise.all([
			isGranted || people.setRole(room, personKey, 'host'),
			former !== null && former !== personKey && people.setRole(room, former, 'co-host'),
			store.saveSettings(room.meetingId, room),
		])
	}

	/** The change applies in memory even where it cannot be stored. */
	function inBackground(room: OpenRoom, change: Promise<void>): void {
		change.catch((error: unknown) => log.error({ err: error, meetingId: room.meetingId }, 'host could not be stored'))
	}

	function isHostGone(room: OpenRoom): boolean {
		const { hostKey, hostAwaitedUntil } = room
		if (hostKey === null || room.countOf(hostKey) > 0) return false
		return hostAwaitedUntil === null || clock.now() >= hostAwaitedUntil
	}

	return {
		setHost,
		/** Called before a person is added to the room: they become host where there is none and they have a claim. */
		claimFree(room: OpenRoom, identity: ParticipantIdentity): void {
			if (room.hostKey === identity.personKey) room.hostAwaitedUntil = null
			const hasClaim = identity.host || room.grantedRole(identity) === 'host'
			if (room.hostKey === null && hasClaim) inBackground(room, setHost(room, identity))
		},
		/** Finds another host where the host has left, who can end the meeting. */
		replaceGone(room: OpenRoom): void {
			if (room.closed || !isHostGone(room)) return
			const people = room.participants.map(({ identity }) => identity)
			const next = people.find(({ host }) => host) ?? people.find(person => room.grantedRole(person) === 'host')
			if (!next) room.hostKey = null
			inBackground(room, next ? setHost(room, next) : store.saveSettings(room.meetingId, room))
		},
	}
}
export type Hosts = ReturnType<typeof createHosts>
