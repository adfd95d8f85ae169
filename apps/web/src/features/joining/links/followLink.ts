import { meeting as calls, type Meeting, session } from '@parley/api'
import type { MeetingId } from '@parley/core'
import type { CallApi } from '../../../api/index.ts'
import { getLinkDestination, type LinkDestination, type LinkViewer } from './linkDestination.ts'
import type { MeetingLink } from './meetingLink.ts'

/** What following a link touches. */
export interface FollowLinkDeps {
	callApi: CallApi
	/** Who is here by what this browser keeps, asked for after the server has said who it sees. */
	getViewer(): LinkViewer
	/** The server does not know whoever this browser takes for signed in: the session is settled. */
	refreshSession(): Promise<unknown>
	/** LINK-07, LINK-08: what is kept on the way. */
	savePassword(meetingId: string, password: string | undefined): void
	saveFlag(publicScan: string): void
	/** The meeting found, so that the next screen need not ask again. */
	saveMeeting(meeting: Meeting): void
}

/** The flag of a link that brings none of its own. */
const ownFlag = '1'

/** Follows a short link or a scanned code to the screen that fits (OP-056, LINK-02 to LINK-09). */
export async function followLink(
	link: MeetingLink | undefined,
	{ publicScan = ownFlag }: { publicScan?: string | undefined },
	deps: FollowLinkDeps,
): Promise<LinkDestination> {
	if (!link) return { at: 'missing', meetingId: '' }
	const { meetingId, password } = link
	deps.saveFlag(publicScan || ownFlag)
	deps.savePassword(meetingId, password)

	const quiet = { quiet: true, handles401: true }
	const who = await deps.callApi(session.check, {}, quiet)
	if (!who.ok && isSilent(who.failure)) return { at: 'unreachable', meetingId }
	if (!who.ok && deps.getViewer().isMember) await deps.refreshSession()

	const found = await deps.callApi(calls.detail, { id: meetingId as MeetingId }, quiet)
	if (found.ok) deps.saveMeeting(found.value.meeting)
	return getLinkDestination(meetingId, found.ok ? { ok: true, value: found.value.meeting } : found, deps.getViewer())
}

const isSilent = ({ refusal }: { refusal: string }) => refusal === 'offline' || refusal === 'timeout'
