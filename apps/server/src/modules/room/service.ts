import type { MeetingId, Result } from '@parley/core'
import type { DeniedAnswer, EnterRefusal, EnterRequest, OtherNodeAnswer, WaitingAnswer } from '@parley/room'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import { createActivity } from './activity.ts'
import { createAdmission } from './admission.ts'
import type { BroadcastPort } from './broadcastPort.ts'
import { createChatAccess } from './chatAccess.ts'
import type { ChatPort } from './chatPort.ts'
import { createClosing } from './closing.ts'
import { createEnding } from './ending.ts'
import type { EndRequestStore } from './endRequestStore.ts'
import { createEventPublisher } from './eventPublisher.ts'
import { createHostActions } from './hostActions.ts'
import { createHostClaims } from './hostClaims.ts'
import { createHosts } from './hosts.ts'
import { createJoinTickets, type TicketRequest } from './joinTickets.ts'
import { createKnownPeople } from './knownPeople.ts'
import type { MediaEngine } from './mediaEngine.ts'
import type { MeetingPort } from './meetingPort.ts'
import { createMicrophones } from './microphones.ts'
import { createNames } from './names.ts'
import type { OpenRoom, ParticipantConnection, RoomParticipant } from './openRoom.ts'
import { createOpenRooms, type RoomLog } from './openRooms.ts'
import { createParticipantChanges } from './participantChanges.ts'
import { createPasswordWarning } from './passwordWarning.ts'
import { createPermissions } from './permissions.ts'
import { isFull } from './policy.ts'
import { createPolls } from './polls.ts'
import { createPresence, type Entered } from './presence.ts'
import { createRoomRecording } from './recording.ts'
import type { RecordingPort } from './recordingPort.ts'
import { createRemovalRules } from './removalRules.ts'
import { createRemovals, type Removals } from './removals.ts'
import { createRequireRole } from './requireRole.ts'
import { createRevocation } from './revocation.ts'
import type { RightsPort } from './rightsPort.ts'
import type { OtherNode, RoomNodes } from './roomNodes.ts'
import { createScreenSharing } from './screenSharing.ts'
import { createSpotlight } from './spotlight.ts'
import type { RoomStore } from './store.ts'
import { createTransfers, meetingOfTransfer } from './transfers.ts'
import { createVisits } from './visits.ts'
import { verifyVisitToken } from './visitToken.ts'
import { createWaitingRooms, type WaitingRooms } from './waitingRooms.ts'

const overdueEveryMs = 30_000
/** Time for participants to reconnect after a start of the server, before an empty room ends its meeting. */
const restartGraceMs = 60_000
const ticketCleanupMs = 60_000
/** A meeting whose end an administrator requested ends within this time. */
const endRequestsEveryMs = 2_000
/** A request that no server has taken by then is for nothing: the next meeting of a series is another one. */
const endRequestLifetimeMs = 600_000
/** Rooms that are not in use any more can then be opened by any node. */
const releaseEveryMs = 10_000
/** Time within which a person who lost their rights is removed. */
const rightsEveryMs = 5_000

export interface RoomServiceDeps {
	store: RoomStore
	endRequests: EndRequestStore
	roomNodes: RoomNodes
	meetings: MeetingPort
	broadcasts: BroadcastPort
	rights: RightsPort
	chats: ChatPort
	recordings: RecordingPort
	engine: MediaEngine
	clock: Clock
	ids: Ids
	log: RoomLog
	/** Signs resume tokens; must survive a restart of the server. */
	secret: Uint8Array
	capacity: number
}

export interface RoomCounts {
	/** Open rooms. */
	rooms: number
	/** Participants with a connection, and those within the grace period after a drop. */
	connected: number
	disconnected: number
}

/** The result of `enter`. */
export type Entry = Result<Entered, EnterRefusal> | WaitingAnswer | DeniedAnswer | OtherNodeAnswer

/** A join that names the socket with which its page has connected ahead (ROOM-89). */
export interface NamedJoin {
	ticket: string
	/** Id of the socket. */
	connection: string
}

/** The live call of a meeting: its participants, the host's actions, and its end. Each part has its own file. */
export function createRoomService({
	store,
	endRequests,
	roomNodes,
	meetings,
	broadcasts,
	rights,
	chats,
	recordings,
	engine,
	clock,
	ids,
	log,
	secret,
	capacity,
}: RoomServiceDeps) {
	const maxParticipants = Math.min(capacity, engine.maxParticipants)
	const rooms = createOpenRooms({ store, meetings, broadcasts, engine, clock, log, maxParticipants })
	const tickets = createJoinTickets({ store, clock, ids })
	const removalRules = createRemovalRules({ rooms, store })
	const transfers = createTransfers({ rooms, clock, ids })
	const admission = createAdmission({
		rooms,
		transfers,
		store,
		meetings,
		rights,
		removals: removalRules,
		tickets,
		clock,
		ids,
		secret,
		capacity: maxParticipants,
	})
	const { send, onRoomEvent } = createEventPublisher()
	const { note, onActivity } = createActivity(clock)
	const visits = createVisits(clock)
	const change = createParticipantChanges(send, ({ identity, name }) => chats.rename({ ...identity, name }))
	const people = createKnownPeople({
		store,
		change(room, participant, fields) {
			const { role } = participant
			change(room, participant, fields)
			if (participant.role !== role) onRoleChanged(room, participant)
		},
	})
	const { setHost, claimFree, replaceGone } = createHosts({ people, store, clock, log })
	const { requireRole, requireTarget } = createRequireRole(rooms)
	const { recordingOf, noteAttended, endRecordingOf, limitRecordings, ...recording } = createRoomRecording({
		rooms,
		recordings,
		clock,
		send,
		note,
		requireRole,
	})
	const closing = createClosing({
		rooms,
		store,
		meetings,
		roomNodes,
		engine,
		clock,
		log,
		send,
		note,
		visits,
		onClosing: endRecordingOf,
		onClosed: (meetingId, reason) => waitingRoom.close(meetingId, reason),
	})
	const { endingOf, endNext, endAnnounced, ...ending } = createEnding({
		rooms,
		closing,
		clock,
		send,
		note,
		requireRole,
	})
	const { endScreenOf, endForbiddenScreen, ...screenSharing } = createScreenSharing({ rooms, engine, send, note })
	const { endSpotlightOf, ...spotlight } = createSpotlight({ send, note, requireRole })
	const polls = createPolls({ findParticipant: rooms.findParticipant, clock, send, note, requireRole })
	const microphones = createMicrophones({ rooms, engine, send, note, requireRole, requireTarget })
	const { mute, muteAll, askToUnmute } = microphones
	const permissions = createPermissions({
		store,
		send,
		note,
		requireRole,
		onChange(room, before) {
			endForbiddenScreen(room)
			if (room.permissions.unmute !== before.unmute) microphones.noteSpeakers(room)
		},
	})
	function onRoleChanged(room: OpenRoom, participant: RoomParticipant): void {
		microphones.noteSpeaker(room, participant)
		endForbiddenScreen(room)
		// A new co-host has not heard who waits, and who was removed.
		waitingRoom.tellHosts(room.meetingId)
		removals.tellRemoved(room)
	}
	const presence = createPresence({
		onLeft(room, participant) {
			const { identity } = participant
			endScreenOf(room, participant)
			endSpotlightOf(room, identity.participantId)
			microphones.forget(room, identity.participantId)
			chats.end(identity)
			replaceGone(room)
		},
		waitingOf: room => waitingRoom.shownToHosts(room),
		removedFrom: room => removals.removedFrom(room),
		isOwner: rights.ownsMeeting,
		onLeftEnding: endNext,
		onEntering: claimFree,
		onEntered: noteAttended,
		onEmpty: endRecordingOf,
		recordingOf,
		microphones,
		endingOf,
		rooms,
		admission,
		engine,
		clock,
		log,
		send,
		change,
		note,
		visits,
		secret,
	})
	const { disconnectParticipant } = presence
	const { findParticipant } = rooms
	const chatAccess = createChatAccess({ rooms, store, chats, send, note, requireRole })
	const hostCalls = createHostActions({
		people,
		setHost,
		meetings,
		send,
		change,
		note,
		requireRole,
		requireTarget,
	})
	const removals: Removals = createRemovals({
		store,
		clock,
		send,
		note,
		requireRole,
		requireTarget,
		disconnectParticipant,
		onRemoved(room, personKey) {
			waitingRoom.disconnectPerson(room.meetingId, personKey, 'removed')
			waitingRoom.tellHosts(room.meetingId)
		},
		onLifted: room => waitingRoom.tellHosts(room.meetingId),
	})
	const names = createNames({ findParticipant, requireTarget, people, note, rights })
	const waitingRoom: WaitingRooms = createWaitingRooms({
		rooms,
		store,
		meetings,
		rights,
		admission,
		presence,
		onEntering: claimFree,
		clock,
		log,
		send,
		note,
		secret,
		requireRole,
		requireTarget,
	})
	const endRevoked = createRevocation({ rooms, rights, disconnectParticipant })
	const joinListeners = new Set<(join: NamedJoin) => boolean>()

	engine.onEvent(event => {
		if (event.type !== 'available') return
		for (const room of rooms.all())
			if (event.roomId === undefined || event.roomId === room.meetingId) send(room.connections(), 'media.available', [])
	})

	/** Notifies everyone in the room that the meeting is broadcast, or no longer is. */
	async function setOnAir(meetingId: MeetingId, onAir: boolean): Promise<void> {
		const room = await rooms.getWhenOpened(meetingId)
		if (!room || room.onAir === onAir) return
		room.onAir = onAir
		send(room.connections(), 'room.on-air', [{ onAir }])
	}

	/** Claims the room that a person asks to enter; false if another node has it. */
	async function claimFor(request: EnterRequest): Promise<boolean> {
		const transferred = request.kind === 'ticket' ? meetingOfTransfer(request.ticket) : undefined
		// The room of a valid transfer is open, so there is nothing to claim.
		if (transferred !== undefined) return (await roomNodes.findOther(transferred)) === undefined
		const meetingId = await admission.meetingOf(request)
		return meetingId === undefined || (await roomNodes.claim(meetingId))
	}

	/** Enters the room, or takes a place in line before it, unless another node has the room. */
	async function enter(request: EnterRequest, connection: string): Promise<Entry> {
		if (roomNodes.hasSeveralNodes && !(await claimFor(request))) return { ok: false, failure: 'other-node' }
		const admitted = await admission.admit(request)
		if (!admitted.ok) return admitted
		if (admitted.value.mustWait) return await waitingRoom.add(admitted.value, connection)
		return await presence.enter(admitted.value, connection)
	}

	function leave(caller: ParticipantConnection): void {
		if (waitingRoom.isWaiting(caller)) waitingRoom.leave(caller)
		else presence.leave(caller)
	}

	const createdAt = clock.now()
	const lastRunAt = {
		tickets: createdAt,
		overdue: createdAt,
		rights: createdAt,
		endRequests: createdAt,
		roomNodes: createdAt,
	}

	/** One meeting whose end fails does not keep the others. */
	async function endByAdmin(meetingId: MeetingId): Promise<void> {
		try {
			await closing.end(meetingId, 'ended-by-admin')
		} catch (error) {
			log.error({ err: error, meetingId }, 'a meeting that an administrator ended could not be ended; end it again')
		}
	}

	/** Called about once a second. */
	async function tick(): Promise<void> {
		const now = clock.now()
		presence.removeExpired()
		for (const room of rooms.all()) replaceGone(room)
		waitingRoom.tick()
		limitRecordings()
		if (now - lastRunAt.tickets >= ticketCleanupMs) {
			lastRunAt.tickets = now
			await store.removeExpiredTickets(now - ticketCleanupMs)
		}
		if (now - createdAt >= restartGraceMs && now - lastRunAt.overdue >= overdueEveryMs) {
			lastRunAt.overdue = now
			await closing.endOverdue(now)
		}
		if (now - lastRunAt.rights >= rightsEveryMs) {
			lastRunAt.rights = now
			await endRevoked()
			await closing.closeEnded()
		}
		if (now - lastRunAt.endRequests >= endRequestsEveryMs) {
			lastRunAt.endRequests = now
			for (const meetingId of await endRequests.findSince(now - endRequestLifetimeMs))
				if ((await roomNodes.claim(meetingId)) && (await endRequests.take(meetingId))) await endByAdmin(meetingId)
		}
		if (now - lastRunAt.roomNodes >= releaseEveryMs) {
			lastRunAt.roomNodes = now
			await roomNodes.releaseUnused(meetingId => rooms.isInUse(meetingId) || waitingRoom.isInUse(meetingId))
		}
		await endAnnounced()
	}

	return {
		enter,
		leave,
		/** Handles a dropped connection: a participant, or a person who waits, keeps the place for the grace period. */
		drop(caller: ParticipantConnection): void {
			if (waitingRoom.isWaiting(caller)) waitingRoom.drop(caller)
			else presence.drop(caller)
		},
		setSending: presence.setSending,
		setHand: presence.setHand,
		react: presence.react,
		grant: presence.grant,
		issueTicket: (request: TicketRequest): Promise<{ ticket: string }> => tickets.issue(request),
		/** Enters with the socket that a join names. Returns whether that socket is connected to this node. */
		enterWithJoin: (join: NamedJoin): boolean => [...joinListeners].some(enters => enters(join)),
		/** Ends an entry that its page never heard of; its ticket can be used again. */
		async undoEntry(caller: ParticipantConnection, ticket: string): Promise<void> {
			leave(caller)
			await tickets.restore(ticket)
		},
		/** Returns the other node that has the room of a meeting, if one has it. */
		findOtherNode: (meetingId: MeetingId): Promise<OtherNode | undefined> => roomNodes.findOther(meetingId),
		/** Frees the rooms of a node at whose address nothing listens, if its process has ended. */
		removeNodeIfEnded: (node: OtherNode): Promise<boolean> => roomNodes.removeIfEnded(node),
		/** Registers for joins that name a socket; the listener returns whether it has the socket. */
		onNamedJoin: (listener: (join: NamedJoin) => boolean) => void joinListeners.add(listener),
		participantCount: (meetingId: MeetingId): number => rooms.get(meetingId)?.participantCount ?? 0,
		/** Totals of all rooms on this server. */
		counts(): RoomCounts {
			const open = [...rooms.all()]
			const participants = open.reduce((sum, room) => sum + room.participantCount, 0)
			const connected = open.reduce((sum, room) => sum + room.connections().length, 0)
			return { rooms: open.length, connected, disconnected: participants - connected }
		},
		isKnown: admission.isKnown,
		isRemoved: removalRules.isRemoved,
		/** Returns whether the room is full for a person asking for admission now, as host or not. */
		isFull(meetingId: MeetingId, host: boolean): boolean {
			const { participantCount = 0, hasHost = false } = rooms.get(meetingId) ?? {}
			return isFull({ host, hasHost, participantCount, capacity: maxParticipants })
		},
		isInRoom: (caller: ParticipantConnection): boolean => findParticipant(caller) !== undefined,
		end: closing.end,
		close: closing.close,
		...createPasswordWarning({ rooms, clock, send }),
		...hostCalls,
		...createHostClaims({ rooms, rights, setHost, note }),
		remove: removals.remove,
		allowAgain: removals.allowAgain,
		...screenSharing,
		...chatAccess,
		isWaiting: waitingRoom.isWaiting,
		setWaitingRoom: waitingRoom.setOn,
		admitWaiting: waitingRoom.admit,
		admitAllWaiting: waitingRoom.admitAll,
		denyWaiting: waitingRoom.deny,
		messageWaiting: waitingRoom.setMessage,
		moveToWaiting: waitingRoom.moveTo,
		...spotlight,
		...polls,
		...permissions,
		...names,
		...ending,
		...recording,
		mute,
		muteAll,
		askToUnmute,
		setOnAir,
		createTransfer: transfers.createTransfer,
		/** Removes people who could no longer join; called now and then, and at once when sessions were ended. */
		endRevoked,
		tick,
		onRoomEvent,
		/** Returns whose visit a token proves; undefined if it is forged, has expired or is for another purpose. */
		identify: (token: string) => verifyVisitToken(token, secret, clock.now()),
		onActivity,
		onVisit: visits.onVisit,
		findVisit: (caller: ParticipantConnection) => visits.find(rooms, caller),
		/** Takes the report of a page about the line of its participant, who may have left meanwhile. */
		reportQuality: visits.report,
	}
}
export type RoomService = ReturnType<typeof createRoomService>
