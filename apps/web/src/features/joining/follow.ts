import { callApi } from '../../api/index.ts'
import { storage } from '../../storage/index.ts'
import { refreshSession } from '../session/index.ts'
import { getLinkViewer } from './follower.ts'
import { type FollowLinkDeps, followLink } from './links/followLink.ts'
import { type LinkRoute, toLinkRoute } from './links/linkDestination.ts'
import { linkPassword } from './links/linkVisit.ts'
import type { MeetingLink } from './links/meetingLink.ts'
import { shownMeeting } from './lookup/shownMeeting.ts'

const outside: FollowLinkDeps = {
	callApi: callApi,
	getViewer: getLinkViewer,
	refreshSession: refreshSession,
	savePassword: linkPassword.save,
	saveFlag: flag => storage.write('publicScan', flag),
	saveMeeting: meeting => shownMeeting.set(meeting),
}

/** Where a link leads whoever is here. */
export async function resolveLink(
	link: MeetingLink | undefined,
	came: { publicScan?: string | undefined; isFromShell?: boolean } = {},
): Promise<LinkRoute> {
	return toLinkRoute(await followLink(link, came, outside), came)
}
