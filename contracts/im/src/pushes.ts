import * as v from 'valibot'
import { Friend, FriendApplication, ListEntry, OwnGroup, User } from './calls.ts'
import type { PushName } from './exchangePackets.ts'
import { GroupId, HisId, ImUserId } from './ids.ts'
import { batchOf, logEvents, Ts } from './messages.ts'

const entry = ListEntry.entries
const ended = v.looseObject({ code: v.number(), msg: v.optional(v.string()) })

export const callEndReasons = ['joined', 'declined', 'over'] as const
export type CallEndReason = (typeof callEndReasons)[number]

/** Data of every push. Pushes of the log carry batches, those of personal lists one entry. */
export const pushes = {
	messagesReceived: batchOf(logEvents.messagesReceived),
	messageRevoked: batchOf(logEvents.messageRevoked),
	groupUpdated: batchOf(logEvents.groupUpdated),
	groupDeleted: batchOf(logEvents.groupDeleted),
	memberJoined: batchOf(logEvents.memberJoined),
	memberQuit: batchOf(logEvents.memberQuit),
	memberKicked: batchOf(logEvents.memberKicked),
	memberUpdated: batchOf(logEvents.memberUpdated),

	friendApplication: v.looseObject({ ...entry, application: FriendApplication }),
	friendApplicationResult: v.looseObject({ ...entry, application: FriendApplication }),
	friendDeleted: v.looseObject({ ...entry, userId: ImUserId }),
	friendUpdated: v.looseObject({ ...entry, friend: Friend }),
	groupApplication: v.looseObject({ ...entry, gid: GroupId, msgId: v.string(), from: User, content: v.string() }),
	groupApplicationResult: v.looseObject({ ...entry, gid: GroupId, msgId: v.string(), accept: v.boolean() }),
	/** The user has joined a group, or (without `group`) is no longer in it. */
	groupListUpdated: v.looseObject({ ...entry, gid: GroupId, group: v.optional(OwnGroup) }),
	notice: v.looseObject({ ...entry, title: v.string(), content: v.string(), link: v.optional(v.string()) }),
	broadcast: v.looseObject({ ...entry, title: v.string(), content: v.string(), link: v.optional(v.string()) }),
	/** An incoming call: an invitation to a meeting, useless later and therefore in no list (SYNC-06). */
	videoNotice: v.looseObject({
		ts: Ts,
		from: User,
		meetingId: v.string(),
		content: v.string(),
		/** It rings no more. */
		cancelled: v.optional(v.literal(true)),
		/** Why it rings no more: one joined or declined elsewhere, or the meeting is over. */
		reason: v.optional(v.picklist(callEndReasons)),
	}),

	kickedOff: ended,
	tokenExpired: ended,
	forcedDisconnect: ended,
	unauthorised: ended,
	reconnectLater: v.looseObject({ code: v.number(), retryAfterMs: v.number() }),
	/** Newest position of what this connection listens to, by `gid`, or `u:` and the other person: a lost last event is noticed. */
	heads: v.looseObject({ ts: Ts, heads: v.record(v.string(), HisId) }),
	malformed: ended,
} satisfies Record<PushName, v.GenericSchema>

export type PushData<N extends PushName> = v.InferOutput<(typeof pushes)[N]>
