import { cleanText, type Instant, type MeetingId, ok, type Result, refused } from '@parley/core'
import {
	type AdmitRefusal,
	type CloseReason,
	canDo,
	type EnterRefusal,
	isManager,
	type ParticipantId,
	type RoleRefusal,
	roomLimits,
	type SendingState,
	type WaitingPerson as ShownPerson,
	type WaitingRoom as ShownWaitingRoom,
	type TargetRefusal,
	type WaitingAnswer,
} from '@parley/room'
import type { Clock } from '../../platform/clock.ts'
import { type NoteActivity, personOf } from './activity.ts'
import type { Admission, AdmittedParticipant } from './admission.ts'
import type { SendEvent } from './eventPublisher.ts'
import type { MeetingPort } from './meetingPort.ts'
import {
	hasExpired,
	type OpenRoom,
	type ParticipantConnection,
	type PlaceConnection,
	type RoomParticipant,
} from './openRoom.ts'
import type { OpenRooms, RoomLog } from './openRooms.ts'
import type { Presence } from './presence.ts'
import type { RequireRole, RequireTarget } from './requireRole.ts'
import { type ParticipantIdentity, signResumeToken } from './resumeToken.ts'
import type { RightsPort } from './rightsPort.ts'
import type { Decision, RoomStore } from './store.ts'

/** For this time a host may still be answering the request of a person who has gone (ROOM-118). */
const rememberFormerMs = 300_000

/** Places and the list of the hosts are sent at most this often, whatever happens in the queue. */
const tellEveryMs = 1_000

interface WaitingDeps {
	rooms: OpenRooms
	store: Pick<RoomStore, 'setDecision'>
	meetings: Pick<MeetingPort, 'find' | 'setWaitingRoom'>
	rights: RightsPort
	admission: Pick<Admission, 'roomRefusal'>
	presence: Pick<Presence, 'addParticipant' | 'prepareEntered' | 'disconnectParticipant'>
	onEntering(room: OpenRoom, identity: ParticipantIdentity): void
	clock: Clock
	log: RoomLog
	send: SendEvent
	note: NoteActivity
	/** Signs the tokens with which a reload keeps the place. */
	secret: Uint8Array
	requireRole: RequireRole
	requireTarget: RequireTarget
}

/** A person who waits. `enteredAt` of the identity says since when, and so gives the place in line. */
interface WaitingPerson {
	identity: ParticipantIdentity
	wants: SendingState
	connection: PlaceConnection
	/** The place that their page shows. */
	toldPlace: number
}

/** A person who waited and gave up, and until when a new request of theirs is known as the same one. */
interface FormerPerson {
	identity: ParticipantIdentity
	until: Instant
}

/** Those who wait before one meeting, in line; its room need not be open. */
interface WaitingQueue {
	people: WaitingPerson[]
	former: FormerPerson[]
	message: string | null
	toldAt: Instant
	/** Whether a person has come or gone since. */
	isChanged: boolean
}

/** The waiting rooms of meetings: who is in line, and what hosts do about it (ROOM-140 to ROOM-146). */
export function createWaitingRooms({
	rooms,
	store,
	meetings,
	rights,
	admission,
	presence,
	onEntering,
	clock,
	log,
	send,
	note,
	secret,
	requireRole,
	requireTarget,
}: WaitingDeps) {
	const queues = new Map<MeetingId, WaitingQueue>()
	const openedAt = clock.now()

	function queueOf(meetingId: MeetingId): WaitingQueue {
		const known = queues.get(meetingId)
		if (known) return known
		const queue: WaitingQueue = {
			people: [],
			former: [],
			message: null,
			toldAt: Number.NEGATIVE_INFINITY,
			isChanged: false,
		}
		queues.set(meetingId, queue)
		return queue
	}

	const findInLine = (meetingId: MeetingId, participantId: ParticipantId): WaitingPerson | undefined =>
		queues.get(meetingId)?.people.find(({ identity }) => identity.participantId === participantId)

	/** Returns the person who waits on this connection, if it is their current one. */
	function find({ meetingId, participantId, connection }: ParticipantConnection): WaitingPerson | undefined {
		const person = findInLine(meetingId, participantId)
		return person && 'id' in person.connection && person.connection.id === connection ? person : undefined
	}

	/** Returns the id of the request that a person has made in this browser before, also where it was given up since. */
	function requestOf({ identity, returning }: AdmittedParticipant): ParticipantId {
		const { meetingId, participantId } = identity
		// A token names its request.
		if (returning) return participantId
		const { people = [], former = [] } = queues.get(meetingId) ?? {}
		const own = [...people, ...former].find(known => isSameBrowser(known.identity, identity))?.identity.participantId
		return own === undefined || rooms.get(meetingId)?.participant(own) ? participantId : own
	}

	async function add(
		admitted: AdmittedParticipant,
		connection: string,
	): Promise<Result<never, EnterRefusal> | WaitingAnswer> {
		const { wants } = admitted
		const identity = { ...admitted.identity, participantId: requestOf(admitted) }
		const { meetingId, participantId, personKey } = identity
		// A place outlives a restart of the server, but not its loss: who gave it up begins at the end.
		const place = findInLine(meetingId, participantId)
		const keepsPlace = place !== undefined || identity.enteredAt < openedAt
		const since = keepsPlace ? (place?.identity ?? identity).enteredAt : clock.now()
		// Before they stand in line: from then on their page is sent what happens to them.
		const resumeToken = await signResumeToken({ ...identity, enteredAt: since }, secret, 'waiting')
		const meeting = await meetings.find(meetingId)
		const { topic = '', hostName = '' } = meeting ?? {}
		if (!meeting || meeting.over || rooms.get(meetingId)?.closed) return refused('room.ended')
		const queue = queueOf(meetingId)
		const before = findInLine(meetingId, participantId)
		if (!before) {
			if (queue.people.length >= roomLimits.maxWaiting) return refused('room.full')
			const own = queue.people.filter(person => person.identity.personKey === personKey).length
			const inside = rooms.get(meetingId)?.countOf(personKey) ?? 0
			if (own + inside >= roomLimits.maxPlacesPerPerson) return refused('person.too-often')
		} else if ('id' in before.connection) {
			send([before.connection.id], 'room.closed', [{ reason: 'elsewhere' }], true)
		}
		const person: WaitingPerson = {
			identity: { ...identity, enteredAt: since },
			wants,
			connection: { id: connection },
			toldPlace: 0,
		}
		queue.former = queue.former.filter(known => known.identity.participantId !== participantId)
		if (before) queue.people[queue.people.indexOf(before)] = person
		else queue.people.splice(placeFor(queue, since), 0, person)
		person.toldPlace = queue.people.indexOf(person) + 1
		if (!before) {
			changed(meetingId, queue)
			note(meetingId, 'waiting', { actor: identity })
			log.info({ meetingId, participantId }, 'person waits')
		}
		const own = { self: participantId, place: person.toldPlace, wants, resumeToken }
		return { ok: false, failure: 'waiting', waiting: { ...own, meetingId, topic, hostName, message: queue.message } }
	}

	function take(meetingId: MeetingId, person: WaitingPerson): boolean {
		const queue = queues.get(meetingId)
		const index = queue?.people.indexOf(person) ?? -1
		if (!queue || index < 0) return false
		queue.people.splice(index, 1)
		changed(meetingId, queue)
		return true
	}

	/** Notes a change, and tells it at once unless something was told a moment ago; `tick` tells the rest. */
	function changed(meetingId: MeetingId, queue: WaitingQueue): void {
		queue.isChanged = true
		if (clock.now() - queue.toldAt >= tellEveryMs) tell(meetingId, queue)
	}

	function remember({ identity }: WaitingPerson): void {
		const { former } = queueOf(identity.meetingId)
		former.push({ identity, until: clock.now() + rememberFormerMs })
		if (former.length > roomLimits.maxWaiting) former.shift()
	}

	/** Returns the present request of the person whom a host means, who may have gone and come back meanwhile. */
	function findPerson(meetingId: MeetingId, participantId: ParticipantId): WaitingPerson | undefined {
		const { people = [], former = [] } = queues.get(meetingId) ?? {}
		const personKey = former.find(({ identity }) => identity.participantId === participantId)?.identity.personKey
		return findInLine(meetingId, participantId) ?? people.find(({ identity }) => identity.personKey === personKey)
	}

	function tell(meetingId: MeetingId, queue: WaitingQueue): void {
		queue.isChanged = false
		queue.toldAt = clock.now()
		tellHosts(meetingId)
		for (const [index, person] of queue.people.entries()) {
			if (person.toldPlace !== index + 1) tellPlace(queue, person, index + 1)
		}
		if (queue.people.length + queue.former.length === 0 && queue.message === null) queues.delete(meetingId)
	}

	function tellPlace({ message }: WaitingQueue, person: WaitingPerson, place: number): void {
		person.toldPlace = place
		if ('id' in person.connection) send([person.connection.id], 'waiting.changed', [{ place, message }])
	}

	function tellHosts(meetingId: MeetingId): void {
		const room = rooms.get(meetingId)
		if (!room) return
		const connections = room.connectionsWhere(({ role }) => canDo(role, 'admit-people'))
		send(connections, 'room.waiting', [shownToHosts(room)])
	}

	function shownToHosts(room: OpenRoom): ShownWaitingRoom {
		const { meetingId, hasWaitingRoom } = room
		const { people = [], message = null } = queues.get(meetingId) ?? {}
		const first = people.slice(0, roomLimits.maxWaitingListed)
		return { isOn: hasWaitingRoom, count: people.length, people: first.map(person => toShown(room, person)), message }
	}

	function disconnect({ connection }: WaitingPerson, reason: CloseReason, message?: string): void {
		if (!('id' in connection)) return
		const denial = message !== undefined && { message, askAgainInMs: roomLimits.askAgainMs }
		send([connection.id], 'room.closed', [{ reason, ...denial }], true)
	}

	function disconnectPerson(meetingId: MeetingId, personKey: string, reason: CloseReason, message?: string): void {
		for (const person of queues.get(meetingId)?.people.filter(({ identity }) => identity.personKey === personKey) ??
			[]) {
			take(meetingId, person)
			disconnect(person, reason, message)
		}
	}

	/** Lets people in, in this order; returns whether the room had no place for some of them. */
	async function letIn(
		room: OpenRoom,
		people: readonly WaitingPerson[],
		actor: RoomParticipant,
	): Promise<{ isFull: boolean }> {
		const { meetingId } = room
		const places = { isFull: false }
		for (const person of people) {
			if (places.isFull) break
			// Checked again after each pause, because the rest of the room goes on meanwhile.
			if (!mayEnter(room, person, places)) continue
			const [revoked] = await rights.findRevoked(meetingId, [person.identity])
			if (revoked) {
				take(meetingId, person)
				disconnect(person, 'access-ended')
				continue
			}
			if (!mayEnter(room, person, places)) continue
			await decide(meetingId, person.identity.personKey, 'admitted')
			if (!mayEnter(room, person, places)) continue
			note(meetingId, 'admitted', { actor: personOf(actor), target: person.identity })
			await enter(room, person)
		}
		return places
	}

	const decide = (meetingId: MeetingId, personKey: string, decision: Decision, message = '') =>
		store.setDecision(meetingId, personKey, { decision, decidedAt: clock.now(), message })

	function mayEnter(room: OpenRoom, person: WaitingPerson, places: { isFull: boolean }): boolean {
		if (!queues.get(room.meetingId)?.people.includes(person)) return false
		// Also into a locked room: the host decides about this person.
		const refusal = admission.roomRefusal(room, { identity: person.identity, returning: true })
		if (refusal === 'room.full') places.isFull = true
		return refusal === undefined
	}

	async function enter(room: OpenRoom, person: WaitingPerson): Promise<void> {
		take(room.meetingId, person)
		const now = clock.now()
		const connection = 'id' in person.connection ? person.connection : { disconnectedAt: now }
		const identity = { ...person.identity, enteredAt: now, joinedAt: undefined }
		onEntering(room, identity)
		const participant: RoomParticipant = {
			identity,
			...room.shownAs(identity),
			sending: { microphone: false, camera: false },
			handRaisedAt: null,
			joinedAt: now,
			connection,
		}
		presence.addParticipant(room, participant)
		const entered = await presence.prepareEntered(room, participant, person.wants)
		if ('id' in connection) send([connection.id], 'admitted', [entered.snapshot()])
	}

	return {
		add,
		shownToHosts,
		tellHosts,
		disconnectPerson,
		isWaiting: (caller: ParticipantConnection): boolean => find(caller) !== undefined,
		/** Returns whether anybody waits, or waited a moment ago. */
		isInUse: (meetingId: MeetingId): boolean => queues.has(meetingId),
		leave(caller: ParticipantConnection): void {
			const person = find(caller)
			if (!person || !take(caller.meetingId, person)) return
			remember(person)
			note(caller.meetingId, 'waiting-given-up', { actor: person.identity })
		},
		drop(caller: ParticipantConnection): void {
			const person = find(caller)
			if (person) person.connection = { disconnectedAt: clock.now() }
		},
		/** Gives up places of lost connections, and tells what has changed since the last time. */
		tick(): void {
			const now = clock.now()
			for (const [meetingId, queue] of queues) {
				const expired = queue.people.filter(({ connection }) => hasExpired(connection, now))
				for (const person of expired) {
					note(meetingId, 'waiting-given-up', { actor: person.identity })
					remember(person)
				}
				const known = queue.former.filter(({ until }) => now < until)
				if (expired.length > 0 || known.length < queue.former.length) {
					queue.people = queue.people.filter(person => !expired.includes(person))
					queue.former = known
					queue.isChanged = true
				}
				if (queue.isChanged && now - queue.toldAt >= tellEveryMs) tell(meetingId, queue)
			}
		},
		/** The meeting is over, or deleted. */
		close(meetingId: MeetingId, reason: CloseReason): void {
			const { people = [] } = queues.get(meetingId) ?? {}
			queues.delete(meetingId)
			for (const person of people) disconnect(person, reason)
		},
		async setOn(caller: ParticipantConnection, isOn: boolean): Promise<Result<null, RoleRefusal>> {
			const allowed = requireRole(caller, 'admit-people')
			if (!allowed.ok) return allowed
			await meetings.setWaitingRoom(caller.meetingId, isOn)
			const { room, actor } = allowed.value
			room.hasWaitingRoom = isOn
			note(room.meetingId, isOn ? 'waiting-room-on' : 'waiting-room-off', { actor: personOf(actor) })
			tellHosts(caller.meetingId)
			return ok(null)
		},
		async admit(caller: ParticipantConnection, target: ParticipantId): Promise<Result<null, AdmitRefusal>> {
			const allowed = requireRole(caller, 'admit-people')
			if (!allowed.ok) return allowed
			const person = findPerson(caller.meetingId, target)
			if (!person) return refused('participant.missing')
			const { isFull } = await letIn(allowed.value.room, [person], allowed.value.actor)
			return isFull ? refused('room.full') : ok(null)
		},
		async admitAll(caller: ParticipantConnection): Promise<Result<null, RoleRefusal | 'room.full'>> {
			const allowed = requireRole(caller, 'admit-people')
			if (!allowed.ok) return allowed
			const { room, actor } = allowed.value
			const { isFull } = await letIn(room, [...(queues.get(caller.meetingId)?.people ?? [])], actor)
			return isFull ? refused('room.full') : ok(null)
		},
		async deny(
			caller: ParticipantConnection,
			target: ParticipantId,
			message: string,
		): Promise<Result<null, RoleRefusal | 'participant.missing'>> {
			const allowed = requireRole(caller, 'admit-people')
			if (!allowed.ok) return allowed
			const { meetingId } = caller
			const person = findPerson(meetingId, target)
			if (!person) return refused('participant.missing')
			const { personKey } = person.identity
			const words = cleanText(message)
			const people = { actor: personOf(allowed.value.actor), target: person.identity }
			note(meetingId, 'denied', words === '' ? people : { ...people, detail: words })
			// Removed before the decision is stored, so that no host admits them meanwhile.
			disconnectPerson(meetingId, personKey, 'denied', words)
			await decide(meetingId, personKey, 'denied', words)
			return ok(null)
		},
		setMessage(caller: ParticipantConnection, text: string): Result<null, RoleRefusal> {
			const allowed = requireRole(caller, 'admit-people')
			if (!allowed.ok) return allowed
			const queue = queueOf(caller.meetingId)
			queue.message = cleanText(text) || null
			// Everyone is told again, with their place.
			for (const person of queue.people) person.toldPlace = 0
			changed(caller.meetingId, queue)
			return ok(null)
		},
		/** A participant waits again, with all their windows, until a host lets them in (ROOM-145). */
		async moveTo(caller: ParticipantConnection, target: ParticipantId): Promise<Result<null, TargetRefusal>> {
			const found = requireTarget(caller, 'admit-people', target)
			if (!found.ok) return found
			const { room, participant, actor } = found.value
			const { personKey } = participant.identity
			// Those who run the meeting do not wait.
			if (isManager(participant.role)) return refused('role.not-allowed')
			await decide(caller.meetingId, personKey, 'returned')
			note(room.meetingId, 'moved-to-waiting', { actor: personOf(actor), target: personOf(participant) })
			for (const { identity } of room.participantsOf(personKey))
				presence.disconnectParticipant(room, identity.participantId, 'moved-to-waiting', 'moved-to-waiting')
			return ok(null)
		},
	}
}
export type WaitingRooms = ReturnType<typeof createWaitingRooms>

/** The index at which a person who waits since then stands in line. */
function placeFor({ people }: WaitingQueue, since: Instant): number {
	const before = people.findLastIndex(({ identity }) => identity.enteredAt <= since)
	return before + 1
}

/** A guest is recognised by the cookie of the browser, a member by the session too: they may wait on several devices. */
const isSameBrowser = (one: ParticipantIdentity, other: ParticipantIdentity): boolean =>
	one.personKey === other.personKey && one.sessionId === other.sessionId

const toShown = (
	room: OpenRoom,
	{ identity: { participantId, name, userId, addressKey } }: WaitingPerson,
): ShownPerson => ({
	id: participantId,
	name,
	isGuest: userId === null,
	...(room.isAddressRemoved(addressKey) && { sharesRemovedAddress: true }),
})
