import { MeetingId, type MeetingPassword, type Result } from '@parley/core'
import * as v from 'valibot'
import { type ChatGrant, ChatSettings } from './chat.ts'
import { DeviceSource, MediaGrant } from './grant.ts'
import { ParticipantId } from './ids.ts'
import { Poll, type PollAnswerRefusal, PollDraft, type PollStartRefusal } from './poll.ts'
import { QualityReport } from './quality.ts'
import { Recording, type RecordingEnd, type RecordingRefusal } from './recording.ts'
import { RemovedPerson } from './removal.ts'
import { ParticipantRole, Permissions } from './roles.ts'
import { SendingState } from './sending.ts'
import { type Denial, DenialMessage, type Waiting, WaitingMessage, WaitingRoom } from './waiting.ts'

/** One person in the room. */
export const Participant = v.object({
	id: ParticipantId,
	name: v.string(),
	role: ParticipantRole,
	sending: SendingState,
	/** False within the grace period after their socket disconnected (ROOM-20). */
	connected: v.boolean(),
	/** When they raised their hand, in ms by the clock of the server: the earliest is first in line. Null while it is down. */
	handRaisedAt: v.nullable(v.number()),
})
export type Participant = v.InferOutput<typeof Participant>

/** The person who shares a screen (ROOM-100). */
export const Sharing = v.object({ presenter: v.nullable(ParticipantId) })
export type Sharing = v.InferOutput<typeof Sharing>

/** The reactions of participants, in the order of their keys 1 to 6 (ROOM-103). */
export const reactions = ['like', 'love', 'laugh', 'clap', 'celebrate', 'surprise'] as const
export const Reaction = v.picklist(reactions)
export type Reaction = v.InferOutput<typeof Reaction>
/** The announced end of the meeting (ROOM-116). */
export const Ending = v.object({
	/** Announced by the recipient, who can take it back in any window. */
	isOwn: v.boolean(),
	inMs: v.number(),
})
export type Ending = v.InferOutput<typeof Ending>

/** Proof of admission: the join ticket the first time, the resume token afterwards. */
export const EnterRequest = v.variant('kind', [
	v.object({ kind: v.literal('ticket'), ticket: v.pipe(v.string(), v.maxLength(128)) }),
	v.object({ kind: v.literal('resume'), token: v.pipe(v.string(), v.maxLength(2048)), sending: SendingState }),
])
export type EnterRequest = v.InferOutput<typeof EnterRequest>

/** The result of `enter`: a snapshot of the room, and the credentials to stay in it. */
export const EnterResult = v.object({
	self: ParticipantId,
	meetingId: MeetingId,
	topic: v.string(),
	locked: v.boolean(),
	/** True while the meeting is broadcast. */
	onAir: v.boolean(),
	sharing: Sharing,
	chat: ChatSettings,
	permissions: Permissions,
	/** Shown large to everybody (ROOM-115). */
	spotlight: v.nullable(ParticipantId),
	ending: v.nullable(Ending),
	/** The last poll, open or ended. */
	poll: v.nullable(Poll),
	/** The running recording (ROOM-150). */
	recording: v.nullable(Recording),
	/** Start of the meeting and the clock of the server now, in ms: the elapsed time is the difference. */
	startedAt: v.number(),
	now: v.number(),
	/** Devices to switch on: for a ticket the choice on the join screen, for a resume token the request's `sending`. */
	wants: SendingState,
	/** Excludes this person's disconnected places (ROOM-20). */
	roster: v.array(Participant),
	resumeToken: v.string(),
	/** Proves the visit afterwards, and admits nobody. */
	visitToken: v.string(),
	/** Null while the engine is unavailable: call `media.grant` later. */
	grant: v.nullable(MediaGrant),
	/** The waiting room; for host and co-hosts only. */
	waiting: v.exactOptional(WaitingRoom),
	/** The people removed from the meeting, the last one first; for those who may remove people (ROOM-181). */
	removed: v.exactOptional(v.array(RemovedPerson)),
	/** They are host or creator of the meeting by account, and can take the role of host back (ROOM-199). */
	ownsMeeting: v.exactOptional(v.literal(true)),
	/** The connection to the engine that this socket prepared, where the grant has admitted it: `hello` is not needed. */
	admittedConnectionId: v.exactOptional(v.string()),
})
export type EnterResult = v.InferOutput<typeof EnterResult>

/** The reason why `enter` is refused. Final, except for `ticket.used` where the page has a resume token (ROOM-03). */
export const EnterRefusal = v.picklist([
	'ticket.unknown',
	'ticket.used',
	'ticket.expired',
	'resume.invalid',
	'room.ended',
	'room.full',
	'room.locked',
	'participant.removed',
	/** The same person is in the room `maxPlacesPerPerson` times. */
	'person.too-often',
	/** They lost the right to be in the room: signed out, password changed, or the meeting became private. */
	'access.ended',
	/** The page speaks another version of the room, and has to be loaded again (ROOM-93). */
	'page.outdated',
	/** A host did not let them in, a moment ago (ROOM-144). */
	'entry.denied',
])
export type EnterRefusal = v.InferOutput<typeof EnterRefusal>

/** Refusals of the gateway that any call can meet, before the call itself is looked at. */
export const GatewayRefusal = v.picklist(['input.invalid', 'not.entered', 'calls.too-many', 'server.broken'])
export type GatewayRefusal = v.InferOutput<typeof GatewayRefusal>

/** The role of the caller does not allow the call, or not towards this person. */
export type RoleRefusal = 'role.not-allowed'
/** `screen.taken`: somebody else shares already; `screen.not-allowed`: the host shares alone. */
export type ScreenRefusal = 'screen.taken' | 'screen.not-allowed'
export type TargetRefusal = RoleRefusal | 'participant.missing' | 'participant.self'
export type AdmitRefusal = RoleRefusal | 'participant.missing' | 'room.full'

export type SpotlightRefusal = RoleRefusal | 'participant.missing'
/** `name.locked`: the site gives members the name of their account (JOIN-18). */
export type NameRefusal = RoleRefusal | 'name.invalid' | 'name.locked'

/** Why the server closes the room for a participant. */
export const CloseReason = v.picklist([
	'ended-by-host',
	'ended',
	'deleted',
	'removed',
	'elsewhere',
	'access-ended',
	/** An administrator of the server ended it. */
	'ended-by-admin',
	/** A host did not let a waiting person in. */
	'denied',
	/** A host moved a participant to the waiting room: entering with the resume token gives a place in line. */
	'moved-to-waiting',
])
export type CloseReason = v.InferOutput<typeof CloseReason>

/** Why a participant left the room: by choice, by not reconnecting within the grace period, by removal, or to wait again. */
export type LeaveReason = 'choice' | 'lost' | 'removed' | 'moved-to-waiting'

/** With which another device takes the place of this person, once (ROOM-210). */
export const TransferTicket = v.object({ ticket: v.string(), expiresInMs: v.number() })
export type TransferTicket = v.InferOutput<typeof TransferTicket>

export type PresenceResult<T, F extends string = never> = Result<T, F | GatewayRefusal>
/**
 * Another server of the database has the room: the page connects again, naming the meeting in `meetingQuery`, and its socket is
 * passed on. Neither ticket nor token has been used.
 */
export interface OtherNodeAnswer {
	ok: false
	failure: 'other-node'
}
/** Not a refusal for good: the socket waits for the event `admitted`. */
export interface WaitingAnswer {
	ok: false
	failure: 'waiting'
	waiting: Waiting
}
/** A host did not let them in, and they ask again too early. */
export interface DeniedAnswer {
	ok: false
	failure: 'entry.denied'
	denial: Denial
}
export type EnterAnswer = PresenceResult<EnterResult, EnterRefusal> | WaitingAnswer | DeniedAnswer | OtherNodeAnswer
type Ack<T, F extends string = never> = (answer: PresenceResult<T, F>) => void

/** Calls of the `/room` namespace. Each one is acknowledged. */
export interface PresenceCalls {
	enter(input: EnterRequest, ack: (answer: EnterAnswer) => void): void
	leave(input: null, ack: Ack<null>): void
	/** Checks that the socket still reaches the server; answered before entering, too (ROOM-94). */
	'socket.check'(input: null, ack: Ack<null>): void
	'sending.set'(input: SendingState, ack: Ack<null>): void
	/** Raises or lowers the own hand; one that is raised already keeps its place. */
	'hand.set'(input: { raised: boolean }, ack: Ack<null>): void
	/** Shown to everybody for a moment; refused with `calls.too-many` for a page that reacts faster than a person can. */
	'reaction.send'(input: { reaction: Reaction }, ack: Ack<null>): void
	/** Becomes the presenter, before the source `screen` is published. */
	'screen.start'(input: null, ack: Ack<null, ScreenRefusal>): void
	/** Ends the presentation: one's own, or as the host anybody's. */
	'screen.stop'(input: null, ack: Ack<null>): void
	/** Asks for access to the chat of the meeting, which is a chat room of messaging (ROOM-130). */
	'chat.enter'(input: null, ack: Ack<ChatGrant>): void
	'chat.show-history'(input: { shown: boolean }, ack: Ack<null, RoleRefusal>): void
	/** Reports how the call was on the own line since the last report; refused to a page that reports too often. */
	'quality.report'(input: QualityReport, ack: Ack<null>): void
	'media.grant'(input: null, ack: Ack<MediaGrant, 'engine.unavailable'>): void
	/** Issues a ticket for another device of the same person. */
	'transfer.create'(input: null, ack: Ack<TransferTicket, RoleRefusal>): void
	'room.lock'(input: { locked: boolean }, ack: Ack<null, RoleRefusal>): void
	/** Announces the end of the meeting, which comes after `endingGraceMs`. */
	'room.end'(input: null, ack: Ack<null, RoleRefusal>): void
	/** Takes back the end of the meeting, for the person who announced it. */
	'room.keep'(input: null, ack: Ack<null, RoleRefusal>): void
	/** Changes what members and guests may do; the others stay as they are. */
	'room.set-permissions'(input: Partial<Permissions>, ack: Ack<null, RoleRefusal>): void
	/** Mutes the microphones of all members and guests. */
	'room.mute-all'(input: null, ack: Ack<null, RoleRefusal>): void
	'room.lower-hands'(input: null, ack: Ack<null, RoleRefusal>): void
	'poll.start'(input: PollDraft, ack: Ack<null, PollStartRefusal>): void
	/** Chooses an option, from 0, of the poll with this id; another one takes its place. */
	'poll.answer'(input: { id: number; optionIndex: number }, ack: Ack<null, PollAnswerRefusal>): void
	'poll.end'(input: null, ack: Ack<null, RoleRefusal>): void
	/** Shows a person large to everybody; null ends that. */
	'room.set-spotlight'(input: { participantId: ParticipantId | null }, ack: Ack<null, SpotlightRefusal>): void
	/** Changes the own name. */
	'name.set'(input: { name: string }, ack: Ack<null, NameRefusal>): void
	'participant.mute'(input: { participantId: ParticipantId; source: DeviceSource }, ack: Ack<null, TargetRefusal>): void
	'participant.lower-hand'(input: { participantId: ParticipantId }, ack: Ack<null, TargetRefusal>): void
	'participant.remove'(input: { participantId: ParticipantId }, ack: Ack<null, TargetRefusal>): void
	/** Allows a removed person to join again. */
	'participant.allow-again'(
		input: { participantId: ParticipantId },
		ack: Ack<null, RoleRefusal | 'participant.missing'>,
	): void
	/** Asks a person to switch the microphone on, and allows it to them once. */
	'participant.ask-unmute'(input: { participantId: ParticipantId }, ack: Ack<null, TargetRefusal>): void
	'participant.rename'(
		input: { participantId: ParticipantId; name: string },
		ack: Ack<null, TargetRefusal | 'name.invalid'>,
	): void
	/** Makes a person co-host, or a member again. */
	'participant.set-co-host'(
		input: { participantId: ParticipantId; coHost: boolean },
		ack: Ack<null, TargetRefusal>,
	): void
	/** Makes a person the host; the caller becomes co-host. */
	'participant.hand-over'(input: { participantId: ParticipantId }, ack: Ack<null, TargetRefusal>): void
	/** Takes the role of host back, for the host or creator of the meeting by account; the host before becomes co-host. */
	'host.claim'(input: null, ack: Ack<null, RoleRefusal>): void
	/** Opens or closes the waiting room for newcomers; those who wait stay in line. */
	'waiting.set'(input: { isOn: boolean }, ack: Ack<null, RoleRefusal>): void
	'waiting.admit'(input: { participantId: ParticipantId }, ack: Ack<null, AdmitRefusal>): void
	/** Admits in line until the room is full. */
	'waiting.admit-all'(input: null, ack: Ack<null, RoleRefusal | 'room.full'>): void
	'waiting.deny'(
		input: { participantId: ParticipantId; message: string },
		ack: Ack<null, RoleRefusal | 'participant.missing'>,
	): void
	/** Writes to all who wait, and who will. */
	'waiting.message'(input: { text: string }, ack: Ack<null, RoleRefusal>): void
	'participant.move-to-waiting'(input: { participantId: ParticipantId }, ack: Ack<null, TargetRefusal>): void
	'recording.start'(input: null, ack: Ack<null, RoleRefusal | RecordingRefusal>): void
	'recording.stop'(input: null, ack: Ack<null, RoleRefusal>): void
	/** Agrees to be recorded, in all windows of this person; for this recording only. */
	'recording.agree'(input: null, ack: Ack<null>): void
}

/** Longer than any valid name, which the server checks. */
const Name = v.pipe(v.string(), v.maxLength(1000))

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** Schema of the input of each call; the gateway refuses anything else. */
export const presenceInputs = {
	enter: EnterRequest,
	leave: v.null(),
	'socket.check': v.null(),
	'sending.set': SendingState,
	'hand.set': v.object({ raised: v.boolean() }),
	'reaction.send': v.object({ reaction: Reaction }),
	'screen.start': v.null(),
	'screen.stop': v.null(),
	'chat.enter': v.null(),
	'chat.show-history': v.object({ shown: v.boolean() }),
	'quality.report': QualityReport,
	'media.grant': v.null(),
	'transfer.create': v.null(),
	'room.lock': v.object({ locked: v.boolean() }),
	'room.end': v.null(),
	'room.keep': v.null(),
	'room.set-permissions': v.partial(Permissions),
	'room.mute-all': v.null(),
	'room.lower-hands': v.null(),
	'poll.start': PollDraft,
	'poll.answer': v.strictObject({ id: Count, optionIndex: Count }),
	'poll.end': v.null(),
	'room.set-spotlight': v.strictObject({ participantId: v.nullable(ParticipantId) }),
	'name.set': v.strictObject({ name: Name }),
	'participant.mute': v.strictObject({ participantId: ParticipantId, source: DeviceSource }),
	'participant.lower-hand': v.object({ participantId: ParticipantId }),
	'participant.remove': v.object({ participantId: ParticipantId }),
	'participant.allow-again': v.strictObject({ participantId: ParticipantId }),
	'host.claim': v.null(),
	'waiting.set': v.object({ isOn: v.boolean() }),
	'waiting.admit': v.object({ participantId: ParticipantId }),
	'waiting.admit-all': v.null(),
	'waiting.deny': v.object({ participantId: ParticipantId, message: DenialMessage }),
	'waiting.message': v.object({ text: WaitingMessage }),
	'participant.move-to-waiting': v.object({ participantId: ParticipantId }),
	'participant.ask-unmute': v.strictObject({ participantId: ParticipantId }),
	'participant.rename': v.strictObject({ participantId: ParticipantId, name: Name }),
	'participant.set-co-host': v.strictObject({ participantId: ParticipantId, coHost: v.boolean() }),
	'recording.start': v.null(),
	'recording.stop': v.null(),
	'recording.agree': v.null(),
	'participant.hand-over': v.strictObject({ participantId: ParticipantId }),
} satisfies Record<keyof PresenceCalls, v.GenericSchema>

/** Events of the `/room` namespace, sent to all participants in the room unless stated otherwise. */
export interface PresenceEvents {
	/**
	 * Answer to a join that named this socket: it has entered with the ticket of that join, or was refused (ROOM-89). An entry
	 * that is not confirmed ends with the socket, and its ticket can be used again.
	 */
	entered(answer: EnterAnswer, confirm: () => void): void
	'participant.joined'(participant: Participant): void
	'participant.changed'(participant: Participant): void
	'participant.left'(event: { participantId: ParticipantId; reason: LeaveReason }): void
	'participant.reacted'(event: { participantId: ParticipantId; reaction: Reaction }): void
	'room.locked'(event: { locked: boolean; by: ParticipantId }): void
	'room.sharing'(sharing: Sharing): void
	'room.chat'(chat: ChatSettings): void
	'room.permissions'(permissions: Permissions): void
	/** A poll has begun, was answered or has ended. */
	'room.poll'(poll: Poll): void
	'room.spotlight'(event: { participantId: ParticipantId | null }): void
	/** The meeting is about to end, or goes on after all. */
	'room.ending'(event: { ending: Ending | null }): void
	/** The broadcast of the meeting started or went on, or was suspended or is over. */
	'room.on-air'(event: { onAir: boolean }): void
	/**
	 * The recording of the meeting began, is over, or this participant has agreed to it. `end` says why it is over, `endsSoon`
	 * that it will end by itself.
	 */
	'room.recording'(event: { recording: Recording | null; end?: RecordingEnd; endsSoon?: true }): void
	/** The host muted a source of this participant, who is the only one who can turn it on again. */
	muted(event: { source: DeviceSource }): void
	/** This participant is asked to switch the microphone on, and decides. */
	'unmute.asked'(): void
	/** A password of the meeting is being guessed. Sent to its hosts, at most every ten minutes for each password. */
	'passwords.tried'(event: { password: MeetingPassword }): void
	/** Passwords of the meeting were changed, so that warnings of guesses are over. Sent to its hosts. */
	'passwords.changed'(event: { passwords: readonly MeetingPassword[] }): void
	/** The people who wait have changed. Sent to hosts, at most once a second. */
	'room.waiting'(waiting: WaitingRoom): void
	/** The people removed from the meeting have changed. Sent to those who may remove people. */
	'room.removed'(event: { people: RemovedPerson[] }): void
	/** Sent to a person who waits: their place in line, at most once a second, or another message of the hosts. */
	'waiting.changed'(event: { place: number; message: string | null }): void
	/** Sent to a person who waits: a host has let them in, and they are in the room. */
	admitted(entered: EnterResult): void
	/**
	 * This participant is no longer in the room, or a person who waits no longer in line; the server disconnects the socket
	 * next. With `denied`, `message` has the words of the host, which may be empty, and `askAgainInMs` the time until the person
	 * may ask again.
	 */
	'room.closed'(event: { reason: CloseReason; message?: string; askAgainInMs?: number }): void
	/** The server is stopping; the page keeps its place, reconnects and enters with its resume token. Sent to every socket. */
	'server.stopping'(): void
	/** The media engine is available again: request a new grant. */
	'media.available'(): void
}
