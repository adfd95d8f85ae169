import type * as v from 'valibot'
import { ConversationPage, Friend, FriendApplication, ListEntry, OwnGroup, PublicGroup, User } from './calls.ts'
import { GroupChanges, logEvents, Member } from './messages.ts'

type ObjectSchema = v.GenericSchema & { entries: v.ObjectEntries }

/** Documentation of the fields of an object inside packets. Separate from the schemas, which the server loads. */
export interface Shape {
	schema: ObjectSchema
	fields: Readonly<Record<string, string>>
}

/** A field without a meaning does not compile. */
const shape = <S extends ObjectSchema>(schema: S, fields: Readonly<Record<keyof S['entries'], string>>): Shape => ({
	schema,
	fields,
})

const user = {
	userId: 'Who it is.',
	nickName: 'What they are called; empty where their profile is gone.',
	imgUrl: 'Address of their picture; missing or empty: they have none.',
}
const settings = {
	name: 'What it is called.',
	introduction: 'The subject of the group, which people outside of it can read, too; may be empty.',
	imgUrl: 'Address of its picture; empty: it has none.',
	announcement: 'What owner or managers tell the members; may be empty.',
	mucType: 'Kind of group, see section 5.',
	owner: '`userId` of the owner.',
	silenceAll: 'Only owner and managers write.',
	participantsOnly: 'Of the chat of a meeting: only those who are in its room read and write. Set by the server.',
	accountsOnly: 'Of a chat room: guests read and do not write. Set by the server, as for a live without free talk.',
	slowModeS: 'Seconds between two messages of one member; 0: there need be none.',
}
const logged = {
	hisId: 'Position in the log.',
	ts: 'When it was stored, in milliseconds since 1970.',
	userId: 'Who wrote or did it.',
}
const removed = { ...logged, member: '`userId` of the person who is no longer a member.' }

/** By their names in SPEC.md. */
export const shapes = {
	User: shape(User, { ...user, guest: 'True: they have no account. False or missing: they have one.' }),
	Friend: shape(Friend, {
		...user,
		guest: 'As of a `User`.',
		remark: 'What one calls this friend oneself; empty: as they call themselves.',
		shield: 'One takes no messages from them.',
	}),
	FriendApplication: shape(FriendApplication, {
		msgId: 'Names the application, for `friendHandleApply`.',
		from: 'Who applied.',
		to: 'Who is asked.',
		content: 'What the applicant wrote to it; may be empty.',
		status: 'What became of it.',
		ts: 'When it was made, in milliseconds since 1970.',
	}),
	OwnGroup: shape(OwnGroup, {
		gid: 'Which group.',
		...settings,
		memberCount: 'How many members it has; of a chat room only owner, managers and who is silenced.',
		epoch: 'Of its log, see section 2.',
		head: 'Newest position of its log; 0: there is none.',
		role: 'Role of oneself, see section 5.',
		receState: 'How one’s client is to tell of its messages, see `groupShield`.',
		read: 'Position up to which one has read; 0: nothing.',
		start: 'One sees what comes after this position; 0: the whole log.',
	}),
	PublicGroup: shape(PublicGroup, {
		gid: 'Which group.',
		name: settings.name,
		introduction: settings.introduction,
		imgUrl: settings.imgUrl,
		mucType: settings.mucType,
		memberCount: 'As of an `OwnGroup`.',
	}),
	Member: shape(Member, {
		...user,
		nickName: 'What they are called in this group; empty where their profile is gone.',
		role: 'Role in the group, see section 5.',
		silence: 'Until when they may not write, in milliseconds since 1970; missing: they may.',
		banned:
			'True: they were removed and may not come back; only owner and managers see it. False: that was lifted. Missing: neither.',
	}),
	Message: shape(logEvents.messagesReceived, {
		...logged,
		cmid: 'Made by the author, see section 3.',
		type: 'Kind of content: 0 is text. Those of the server are in section 1, the others are of the application.',
		content: 'The text; empty once it was revoked.',
		custom: 'JSON text of the application; missing: the sender gave none.',
		attachment: 'JSON text; of an answer the sender of the question and its content. Missing: there is none.',
		sendUserName: 'What the sender was called then.',
		imgUrl: 'Address of the sender’s picture then; missing: there was none.',
		role: 'Role of the sender in the group at that time; missing between two people.',
		revoked: 'True: it was revoked. Missing: it was not.',
	}),
	MessageRevokedEvent: shape(logEvents.messageRevoked, { ...logged, target: 'Position of the message.' }),
	GroupUpdatedEvent: shape(logEvents.groupUpdated, {
		...logged,
		changes: 'The settings that are other than before, as they are now; what is missing is as it was.',
	}),
	GroupChanges: shape(GroupChanges, settings),
	GroupDeletedEvent: shape(logEvents.groupDeleted, logged),
	MemberJoinedEvent: shape(logEvents.memberJoined, { ...logged, members: 'Who came in.' }),
	MemberQuitEvent: shape(logEvents.memberQuit, removed),
	MemberKickedEvent: shape(logEvents.memberKicked, {
		...removed,
		banned: 'True: they may not come back. Missing: they may.',
	}),
	MemberUpdatedEvent: shape(logEvents.memberUpdated, { ...logged, member: 'The member as they are now.' }),
	ListEntry: shape(ListEntry, {
		messageType: 'Number of the push that announced it; the entry has the fields of that push, too.',
		key: 'Position in the list.',
		ts: 'When it was stored, in milliseconds since 1970.',
	}),
	ConversationPage: shape(ConversationPage, {
		gid: 'Which group; missing of two people.',
		userId: 'The other person; missing of a group.',
		epoch: 'Of its log, see section 2.',
		list: 'A part of the log, oldest event first.',
		head: 'Newest position of the log; 0: there is none.',
		min: 'Oldest position that is still there; `head` + 1: none is.',
		after: 'Position after which `list` begins.',
		discontinuity:
			'True: what lay between the cursor and `after` is not in the list, too much or gone. Missing: all is there.',
		more: 'More follows; the cursor is the last event of `list`.',
		read: 'Position up to which one has read in a group; 0 of two people.',
	}),
} as const satisfies Record<string, Shape>
