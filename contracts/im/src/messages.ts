import * as v from 'valibot'
import { contentTypes } from './contentTypes.ts'
import { type LogEventName, logEventNumbers } from './exchangePackets.ts'
import { ClientMessageId, Epoch, GroupId, HisId, ImUserId } from './ids.ts'
import * as imLimits from './limits.ts'
import { GroupType, MemberRole } from './roles.ts'

/** Counted in code points (OP-114). */
const text = (max: number) =>
	v.pipe(
		v.string(),
		v.check(value => value.length <= max || [...value].length <= max, `more than ${max} characters`),
		// A JSON schema would count otherwise.
		v.description(`at most ${max} characters`),
	)

export const Name = text(imLimits.maxNameLength)
/**
 * Empty, on the web, or a path on the server. Pages put it into their documents as it is, so that it has no character that
 * would end an attribute or a style there; in addresses these are percent-encoded.
 */
export const ImageUrl = v.pipe(
	v.string(),
	v.maxLength(2_048),
	v.regex(
		/^(?:https?:\/\/[^/?#\s"'<>\\^\x60{|}\p{Cc}][^\s"'<>\\^\x60{|}\p{Cc}]*|\/(?:[^/\s"'<>\\^\x60{|}\p{Cc}][^\s"'<>\\^\x60{|}\p{Cc}]*)?|)$/iu,
	),
)
/** An instant in milliseconds. */
export const Ts = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

const ContentType = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999))

// `shapes.ts` documents the fields of people, members, groups, messages and events.

/** A message as its sender writes it. Unknown fields are stored and delivered with it. */
export const MessageDraft = v.looseObject({
	/** Missing from older clients, for which the server derives one from session and `messageId`. */
	cmid: v.optional(ClientMessageId),
	type: v.optional(ContentType, contentTypes.text),
	content: text(imLimits.maxContentLength),
	custom: v.optional(text(imLimits.maxCustomLength)),
	/** QUES-03 */
	attachment: v.optional(text(imLimits.maxCustomLength)),
})
export type MessageDraft = v.InferOutput<typeof MessageDraft>

const logged = {
	hisId: HisId,
	ts: Ts,
	userId: ImUserId,
}

export const Message = v.looseObject({
	...logged,
	...MessageDraft.entries,
	type: ContentType,
	sendUserName: v.string(),
	imgUrl: v.optional(v.string()),
	/** IMCALL-19 */
	role: v.optional(MemberRole),
	revoked: v.optional(v.boolean()),
})
export type Message = v.InferOutput<typeof Message>

/** Group settings an owner or a manager may change, visible to all. */
export const GroupSettings = v.looseObject({
	name: v.pipe(Name, v.nonEmpty()),
	introduction: text(imLimits.maxIntroductionLength),
	imgUrl: ImageUrl,
	announcement: text(imLimits.maxAnnouncementLength),
	mucType: GroupType,
	owner: ImUserId,
	silenceAll: v.boolean(),
	accountsOnly: v.optional(v.boolean()),
	participantsOnly: v.optional(v.boolean()),
	slowModeS: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(imLimits.maxSlowModeS)),
})
export type GroupSettings = v.InferOutput<typeof GroupSettings>
export const GroupChanges = v.partial(GroupSettings)

export const Member = v.looseObject({
	userId: ImUserId,
	nickName: v.string(),
	imgUrl: v.optional(v.string()),
	role: MemberRole,
	silence: v.optional(Ts),
	banned: v.optional(v.boolean()),
})
export type Member = v.InferOutput<typeof Member>

/** The events of a conversation's log, by the push that carries them. */
export const logEvents = {
	messagesReceived: Message,
	messageRevoked: v.looseObject({ ...logged, target: HisId }),
	groupUpdated: v.looseObject({ ...logged, changes: GroupChanges }),
	groupDeleted: v.looseObject(logged),
	memberJoined: v.looseObject({ ...logged, members: v.array(Member) }),
	memberQuit: v.looseObject({ ...logged, member: ImUserId }),
	memberKicked: v.looseObject({ ...logged, member: ImUserId, banned: v.optional(v.boolean()) }),
	memberUpdated: v.looseObject({ ...logged, member: Member }),
} satisfies Record<LogEventName, v.GenericSchema>

export type LogEventOf<N extends LogEventName> = v.InferOutput<(typeof logEvents)[N]>

type OtherEventName = Exclude<LogEventName, 'messagesReceived'>

/**
 * An event in a list of several kinds: `messageType` is the number of its push, and missing for messages, so that it tells
 * the kinds apart. One with another number is an event of a newer server.
 */
export type ListedEvent =
	| (Message & { messageType?: undefined })
	| { [N in OtherEventName]: LogEventOf<N> & { messageType: (typeof logEventNumbers)[N] } }[OtherEventName]

const listed = <N extends OtherEventName>(name: N) =>
	v.looseObject({ ...logEvents[name].entries, messageType: v.literal(logEventNumbers[name]) })

const listedEvents = {
	messageRevoked: listed('messageRevoked'),
	groupUpdated: listed('groupUpdated'),
	groupDeleted: listed('groupDeleted'),
	memberJoined: listed('memberJoined'),
	memberQuit: listed('memberQuit'),
	memberKicked: listed('memberKicked'),
	memberUpdated: listed('memberUpdated'),
} satisfies Record<OtherEventName, v.GenericSchema>

export const ListedEvent = v.union([...Object.values(listedEvents), Message]) as v.GenericSchema<unknown, ListedEvent>

/** Which conversation: `gid` of a group, or `userId` of the other person. */
export const conversation = { gid: v.optional(GroupId), userId: v.optional(ImUserId) }

/** A push of log events: the events of one kind between two positions, both included. */
export const batchOf = <S extends v.GenericSchema>(event: S) =>
	v.looseObject({
		...conversation,
		epoch: Epoch,
		from: HisId,
		to: HisId,
		/** Number of events between them left out on purpose; they are in the history. */
		skipped: v.optional(v.number()),
		list: v.array(event),
	})

/** Pages of a log, oldest event first. */
export const page = {
	epoch: Epoch,
	list: v.array(ListedEvent),
	head: HisId,
	min: HisId,
}
