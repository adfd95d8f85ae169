import { getCurrentPerson } from '../session/index.ts'
import { canGuestsJoin, useSite } from '../site/index.ts'
import type { Follower } from './linkWay.ts'

/** Who is here to follow a link, by what this browser keeps. */
export const currentFollower = (): Follower => ({
	isMember: getCurrentPerson().kind === 'member',
	admitsGuests: canGuestsJoin(useSite.getState()),
})
