import { currentPerson } from '../session/index.ts'
import { guestsMayJoin, useSite } from '../site/index.ts'
import type { Follower } from './linkWay.ts'

/** Who is here to follow a link, by what this browser keeps. */
export const currentFollower = (): Follower => ({
	isMember: currentPerson().kind === 'member',
	admitsGuests: guestsMayJoin(useSite.getState()),
})
