import { meeting as calls, type Meeting, session } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { type CallApi, callApi, isNetworkFailure } from '../../../api/index.ts'
import { storage } from '../../../storage/index.ts'
import { getCurrentPerson, refreshSession } from '../../session/index.ts'
import { canGuestsJoin, useSite } from '../../site/index.ts'
import { linkPassword } from '../join/linkVisit.ts'
import { shownMeeting } from '../lookup/useMeetingLookup.ts'
import {
	getLinkDestination,
	type LinkDestination,
	type LinkFollower,
	type LinkRoute,
	toLinkRoute,
} from './linkDestination.ts'
import type { MeetingLink } from './meetingLink.ts'

export interface FollowLinkDeps {
	callApi: CallApi
	/** By the session of this browser; read again after the server has checked it. */
	getFollower(): LinkFollower
	/** Called where the server does not know the session of this browser. */
	refreshSession(): Promise<unknown>
	/** LINK-07 */
	savePassword(meetingId: string, password: string | undefined): void
	/** LINK-08 */
	saveFlag(publicScan: string): void
	/** Saves the meeting, so that the next screen does not look it up again. */
	saveMeeting(meeting: Meeting): void
}

/** The flag of a link without one. */
const defaultFlag = '1'

/** Follows a short link or a scanned code (OP-056, LINK-02 to LINK-09). */
export async function followLink(
	link: MeetingLink | undefined,
	{ publicScan = defaultFlag }: { publicScan?: string | undefined },
	deps: FollowLinkDeps,
): Promise<LinkDestination> {
	if (!link) return { type: 'missing', meetingId: '' }
	const { meetingId, password } = link
	deps.saveFlag(publicScan || defaultFlag)
	deps.savePassword(meetingId, password)

	const options = { quiet: true, handles401: true }
	const lookUp = () => deps.callApi(calls.detail, { id: meetingId as MeetingId }, options)
	// A browser without a session belongs to a guest, so the server is not asked.
	const check = deps.getFollower().isMember ? deps.callApi(session.check, {}, options) : undefined
	const [checked, lookup] = await Promise.all([check, lookUp()])
	if (checked && !checked.ok && isNetworkFailure(checked.failure)) return { type: 'unreachable', meetingId }
	const isRefused = checked !== undefined && !checked.ok
	if (isRefused) await deps.refreshSession()

	// With the session of now, where the first lookup had one that the server does not know.
	const found = isRefused ? await lookUp() : lookup
	if (found.ok) deps.saveMeeting(found.value.meeting)
	return getLinkDestination(meetingId, found.ok ? { ok: true, value: found.value.meeting } : found, deps.getFollower())
}

export const getLinkFollower = (): LinkFollower => ({
	isMember: getCurrentPerson().kind === 'member',
	allowsGuests: canGuestsJoin(useSite.getState()),
})

/** {@link followLink} with the session and storage of this page. */
export async function resolveLink(
	link: MeetingLink | undefined,
	options: { publicScan?: string | undefined; isFromShell?: boolean } = {},
): Promise<LinkRoute> {
	const destination = await followLink(link, options, {
		callApi,
		getFollower: getLinkFollower,
		refreshSession,
		savePassword: linkPassword.save,
		saveFlag: flag => storage.write('publicScan', flag),
		saveMeeting: meeting => shownMeeting.set(meeting),
	})
	return toLinkRoute(destination, options)
}
