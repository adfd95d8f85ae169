import type { MeetingId } from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import type { OpenRoom, PersonKeys } from './openRoom.ts'
import type { OpenRooms } from './openRooms.ts'
import type { RoomStore } from './store.ts'

interface RemovalsDeps {
	rooms: Pick<OpenRooms, 'get'>
	store: Pick<RoomStore, 'addRemoval' | 'isRemoved'>
	clock: Clock
}

/** Stores who was removed from a meeting, until it ends (ROOM-40). */
export function createRemovals({ rooms, store, clock }: RemovalsDeps) {
	return {
		/** The address applies only to people who were not in the meeting before: others at it did nothing. */
		async isRemoved(meetingId: MeetingId, person: PersonKeys, isReturning = false): Promise<boolean> {
			const { personKey, addressKey } = person
			if (await store.isRemoved(meetingId, personKey)) return true
			const isKnown = isReturning || (rooms.get(meetingId)?.countOf(personKey) ?? 0) > 0
			return addressKey !== null && !isKnown && (await store.isRemoved(meetingId, addressKey))
		},
		async add(room: OpenRoom, { personKey, addressKey }: PersonKeys): Promise<void> {
			const keys = addressKey === null ? [personKey] : [personKey, addressKey]
			for (const key of keys) room.removed.add(key)
			for (const key of keys) await store.addRemoval(room.meetingId, key, clock.now())
		},
	}
}
export type Removals = ReturnType<typeof createRemovals>
