import { getCurrentPerson } from '../session/index.ts'
import { canGuestsJoin, useSite } from '../site/index.ts'
import type { LinkViewer } from './links/linkDestination.ts'

/** Who is here to follow a link, by what this browser keeps. */
export const getLinkViewer = (): LinkViewer => ({
	isMember: getCurrentPerson().kind === 'member',
	allowsGuests: canGuestsJoin(useSite.getState()),
})
