import type { WaitingPerson } from '@parley/room'
import { m } from '../../../locales/index.ts'

/** Says what hosts should know about a guest who waits: their network may be that of a person whom they removed (ROOM-40). */
export const guestNote = ({ sharesRemovedAddress }: WaitingPerson): string =>
	sharesRemovedAddress ? m.waiting_same_network() : m.room_guest()
