import type { SiteId } from '@parley/core'
import { type GroupId, ImUserId } from '@parley/im'
import { type ParticipantId, toChatUserId, toParticipantId } from '@parley/room'
import * as v from 'valibot'
import type { ChatMember } from '../../room/index.ts'

/** A person in the chat of a meeting, for as long as they are in its room. */
export interface ChatPerson {
	uid: ImUserId
	gid: GroupId
	member: ChatMember
}

export interface FindChatPersonDeps {
	findChatMember(participantId: ParticipantId): ChatMember | undefined
	gidOf(member: ChatMember): GroupId | undefined
}

/** Looks for people in the chats of meetings; undefined for those who are in no room, or no longer. */
export function createFindChatPerson({ findChatMember, gidOf }: FindChatPersonDeps) {
	function find(participantId: ParticipantId, siteId: SiteId): ChatPerson | undefined {
		const member = findChatMember(participantId)
		const gid = member && gidOf(member)
		if (!member || gid === undefined || member.identity.siteId !== (siteId as string)) return undefined
		return { uid: v.parse(ImUserId, toChatUserId(participantId)), gid, member }
	}
	return {
		find,
		/** Finds a person by their id in messaging. */
		findUser(uid: string, siteId: SiteId): ChatPerson | undefined {
			const participantId = toParticipantId(uid)
			return participantId && find(participantId, siteId)
		},
	}
}
export type FindChatPerson = ReturnType<typeof createFindChatPerson>
