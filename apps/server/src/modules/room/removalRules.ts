import type { MeetingId } from '@parley/core'
import type { OpenRooms } from './openRooms.ts'
import type { ParticipantIdentity } from './resumeToken.ts'
import type { RoomStore } from './store.ts'

interface RemovalRulesDeps {
	rooms: Pick<OpenRooms, 'get'>
	store: Pick<RoomStore, 'isRemoved' | 'isAddressRemoved'>
}

/** Says whom a removal keeps out, until the meeting ends or the removal is lifted (ROOM-40). */
export function createRemovalRules({ rooms, store }: RemovalRulesDeps) {
	return {
		async isRemoved(meetingId: MeetingId, personKey: string): Promise<boolean> {
			return rooms.get(meetingId)?.isRemoved(personKey) || (await store.isRemoved(meetingId, personKey))
		},
		/** A guest from the address of a removed guest may be that person with a cleared browser: a host decides. */
		async sharesRemovedAddress({ meetingId, personKey, addressKey }: ParticipantIdentity): Promise<boolean> {
			if (addressKey === null) return false
			const room = rooms.get(meetingId)
			if (room?.isKnown(personKey)) return false
			return room ? room.isAddressRemoved(addressKey) : await store.isAddressRemoved(meetingId, addressKey)
		},
	}
}
export type RemovalRules = ReturnType<typeof createRemovalRules>
