import type { MeetingId, SiteId } from '@parley/core'
import { LRUCache } from 'lru-cache'
import type { MeetingOnDay } from './listing.ts'
import { isInOwnList, type MeetingRelations } from './policy.ts'

/** Each takes about 300 bytes. */
const maxRelations = 20_000

type ReadMeeting = MeetingRelations & Pick<MeetingOnDay, 'siteId' | 'meetingId'>
type ListMember = Parameters<typeof isInOwnList>[0]

/** Tells whether a meeting is in the member's own list, so that looking it up guesses nothing (JERR-07). */
export interface OwnListCheck {
	/** It was when this server last read the meeting; known without a query, so that lookups are counted in their order. */
	wasListed: boolean
	isListed(found: MeetingRelations): boolean
	/** Reads it with one query, which takes as long for an unknown id. */
	readIsListed(): Promise<boolean>
}

/** Remembers whose the meetings were that this server has read, for the checks of own lists. */
export function createOwnLists(
	isInListOf: (member: ListMember, siteId: SiteId, meetingId: MeetingId) => Promise<boolean>,
) {
	const relations = new LRUCache<string, MeetingRelations>({ max: maxRelations })
	const keyOf = (siteId: SiteId, meetingId: MeetingId) => `${siteId} ${meetingId}`

	function remember({ siteId, meetingId, hostId, creatorId, companyId, isInvitedOnly }: ReadMeeting): void {
		relations.set(keyOf(siteId, meetingId), { hostId, creatorId, companyId, isInvitedOnly })
	}

	function checkFor(member: ListMember, siteId: SiteId, meetingId: MeetingId): OwnListCheck {
		const last = relations.get(keyOf(siteId, meetingId))
		return {
			wasListed: last !== undefined && isInOwnList(member, last),
			isListed: found => isInOwnList(member, found),
			readIsListed: () => isInListOf(member, siteId, meetingId),
		}
	}

	return { remember, checkFor }
}
export type OwnLists = ReturnType<typeof createOwnLists>
