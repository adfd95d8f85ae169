import { meeting as calls, type Meeting, session } from '@parley/api'
import type { MeetingId } from '@parley/core'
import type { CallApi } from '../../api/index.ts'
import type { MeetingLink } from './link.ts'
import { type Follower, type LinkWay, linkWay } from './linkWay.ts'

/** What following a link touches. */
export interface FollowOutside {
	ask: CallApi
	/** Who is here by what this browser keeps, asked for after the server has said who it sees. */
	follower(): Follower
	/** The server does not know whoever this browser takes for signed in: the session is settled. */
	settleSession(): Promise<unknown>
	/** LINK-07, LINK-08: what is kept on the way. */
	keepPassword(meetingId: string, password: string | undefined): void
	keepFlag(publicScan: string): void
	/** The meeting found, so that the next screen need not ask again. */
	keepMeeting(meeting: Meeting): void
}

/** The flag of a link that brings none of its own. */
const ownFlag = '1'

/** Follows a short link or a scanned code to the screen that fits (OP-056, LINK-02 to LINK-09). */
export async function followLink(
	link: MeetingLink | undefined,
	{ publicScan = ownFlag }: { publicScan?: string | undefined },
	outside: FollowOutside,
): Promise<LinkWay> {
	if (!link) return { at: 'missing', meetingId: '' }
	const { meetingId, password } = link
	outside.keepFlag(publicScan || ownFlag)
	outside.keepPassword(meetingId, password)

	const quiet = { quiet: true, handles401: true }
	const who = await outside.ask(session.check, {}, quiet)
	if (!who.ok && isSilent(who.failure)) return { at: 'unreachable', meetingId }
	if (!who.ok && outside.follower().isMember) await outside.settleSession()

	const found = await outside.ask(calls.detail, { id: meetingId as MeetingId }, quiet)
	if (found.ok) outside.keepMeeting(found.value.meeting)
	return linkWay(meetingId, found.ok ? { ok: true, value: found.value.meeting } : found, outside.follower())
}

const isSilent = ({ refusal }: { refusal: string }) => refusal === 'offline' || refusal === 'timeout'
