import { callApi } from '../../api/index.ts'
import { storage } from '../../storage/index.ts'
import { refreshSession } from '../session/index.ts'
import { currentFollower } from './follower.ts'
import { type FollowOutside, followLink } from './followLink.ts'
import { keptPassword } from './keptPassword.ts'
import type { MeetingLink } from './link.ts'
import { type LinkPlace, linkPlace } from './linkWay.ts'
import { seen } from './seen.ts'

const outside: FollowOutside = {
	ask: callApi,
	follower: currentFollower,
	settleSession: refreshSession,
	keepPassword: keptPassword.keep,
	keepFlag: flag => storage.write('publicScan', flag),
	keepMeeting: meeting => seen.keep(meeting),
}

/** Where a link leads whoever is here. */
export async function placeOfLink(
	link: MeetingLink | undefined,
	came: { publicScan?: string | undefined; isFromShell?: boolean } = {},
): Promise<LinkPlace> {
	return linkPlace(await followLink(link, came, outside), came)
}
