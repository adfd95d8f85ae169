import type { meeting as calls, Meeting } from '@parley/api'
import { meetingStatus, type Result } from '@parley/core'
import type { ApiFailure } from '../../../api/index.ts'

/** What following a link to a meeting leads to (LINK-02 to LINK-09). */
export type LinkDestination =
	| { at: 'join'; meetingId: string }
	| { at: 'login'; meetingId: string; hasPwd: 'true' | 'false' }
	| { at: 'over' | 'missing'; meetingId: string }
	/** The network was silent, which says nothing about the meeting. */
	| { at: 'unreachable'; meetingId: string }

/** Who follows it. */
export interface LinkViewer {
	isMember: boolean
	/** Whether the site lets guests in at all (OP-014). */
	allowsGuests: boolean
}

type LookupResult = Result<Meeting, Pick<ApiFailure<typeof calls.detail>, 'refusal'>>

export function getLinkDestination(
	meetingId: string,
	looked: LookupResult,
	{ isMember, allowsGuests }: LinkViewer,
): LinkDestination {
	if (!looked.ok) return getDestinationOfRefusal(meetingId, looked.failure.refusal)
	const { status, isPrivate, needsPassword } = looked.value
	if (status === meetingStatus.over) return { at: 'over', meetingId }
	if (!isMember && (isPrivate || !allowsGuests)) {
		return { at: 'login', meetingId, hasPwd: needsPassword ? 'true' : 'false' }
	}
	return { at: 'join', meetingId }
}

function getDestinationOfRefusal(meetingId: string, refusal: string): LinkDestination {
	switch (refusal) {
		case 'loginNeeded':
		case 'signedOut':
			// LINK-06: nothing is known of the meeting, so nothing is said of it.
			return { at: 'login', meetingId, hasPwd: 'false' }
		case 'offline':
		case 'timeout':
		case 'cancelled':
		case 'broken':
		case 'tooMany':
			return { at: 'unreachable', meetingId }
		default:
			return { at: 'missing', meetingId }
	}
}

/** A screen with what it is opened with; the patterns are those of the route table. */
export type LinkRoute =
	| { to: '/Login/ScanJoin/$meetingId'; params: { meetingId: string }; search: { from?: string }; replace: true }
	| {
			to: '/bootLogin/$meetingId/$publicJoin/$hasPwd'
			params: { meetingId: string; publicJoin: string; hasPwd: string }
			replace: true
	  }
	| { to: '/Login/ScanResult'; search: { status: string; again?: string }; replace: true }

/** The screen a way leads to. A link is no place to come back to, so the screen takes its place. */
export function toLinkRoute(way: LinkDestination, { isFromShell = false } = {}): LinkRoute {
	const { at, meetingId } = way
	switch (at) {
		case 'join':
			return {
				to: '/Login/ScanJoin/$meetingId',
				params: { meetingId },
				search: isFromShell ? { from: 'shell' } : {},
				replace: true,
			}
		case 'login':
			// `publicJoin` false: after signing in one comes back to the join screen of the link (LOGIN-29).
			return {
				to: '/bootLogin/$meetingId/$publicJoin/$hasPwd',
				params: { meetingId, publicJoin: 'false', hasPwd: way.hasPwd },
				replace: true,
			}
		case 'over':
			return { to: '/Login/ScanResult', search: { status: '9' }, replace: true }
		case 'missing':
			return { to: '/Login/ScanResult', search: { status: '0' }, replace: true }
		case 'unreachable':
			return { to: '/Login/ScanResult', search: { status: '0', again: meetingId }, replace: true }
	}
}
