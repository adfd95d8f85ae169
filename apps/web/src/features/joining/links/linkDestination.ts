import type { meeting as calls, Meeting } from '@parley/api'
import { meetingStatus, type Result } from '@parley/core'
import { type ApiFailure, type GeneralRefusal, type RefusalTable, valueOfFailure } from '../../../api/index.ts'

/** The destination of a meeting link (LINK-02 to LINK-09). */
export type LinkDestination =
	| { type: 'join'; meetingId: string }
	| { type: 'login'; meetingId: string; hasPwd: 'true' | 'false' }
	| { type: 'over' | 'missing'; meetingId: string }
	/** The network or the server failed, so nothing is known of the meeting. */
	| { type: 'unreachable'; meetingId: string }

/** The user who followed the link. */
export interface LinkFollower {
	isMember: boolean
	/** True if the site allows guests at all (OP-014). */
	allowsGuests: boolean
}

type LookupResult = Result<Meeting, Pick<ApiFailure<typeof calls.detail>, 'refusal'>>

export function getLinkDestination(
	meetingId: string,
	lookup: LookupResult,
	{ isMember, allowsGuests }: LinkFollower,
): LinkDestination {
	if (!lookup.ok) {
		const type = valueOfFailure(lookup.failure, destinationsOfRefusals, 'unreachable' as const)
		// LINK-06: nothing is known of the meeting, so no password is announced.
		return type === 'login' ? { type, meetingId, hasPwd: 'false' } : { type, meetingId }
	}
	const { status, isPrivate, needsPassword } = lookup.value
	if (status === meetingStatus.ended) return { type: 'over', meetingId }
	if (!isMember && (isPrivate || !allowsGuests)) {
		return { type: 'login', meetingId, hasPwd: needsPassword ? 'true' : 'false' }
	}
	return { type: 'join', meetingId }
}

const destinationsOfRefusals: RefusalTable<typeof calls.detail, 'login' | 'unreachable' | 'missing', GeneralRefusal> = {
	loginNeeded: 'login',
	signedOut: 'login',
	broken: 'unreachable',
	tooMany: 'unreachable',
	challengeNeeded: 'unreachable',
	challengeFailed: 'unreachable',
	challengeExpired: 'unreachable',
	missing: 'missing',
	forbidden: 'missing',
	staleToken: 'missing',
	invalidInput: 'missing',
	phoneNeeded: 'missing',
	profileNeeded: 'missing',
	unknown: 'missing',
}

/** Arguments for the router: a route of the table with its parameters. */
export type LinkRoute =
	| { to: '/Login/ScanJoin/$meetingId'; params: { meetingId: string }; search: { from?: string }; replace: true }
	| {
			to: '/bootLogin/$meetingId/$publicJoin/$hasPwd'
			params: { meetingId: string; publicJoin: string; hasPwd: string }
			replace: true
	  }
	| { to: '/Login/ScanResult'; search: { status: string; again?: string }; replace: true }

/** The screen of a destination. It replaces the link in the history, because a link is no screen to go back to. */
export function toLinkRoute(destination: LinkDestination, { isFromShell = false } = {}): LinkRoute {
	const { type, meetingId } = destination
	switch (type) {
		case 'join':
			return {
				to: '/Login/ScanJoin/$meetingId',
				params: { meetingId },
				search: isFromShell ? { from: 'shell' } : {},
				replace: true,
			}
		case 'login':
			// `publicJoin` false: signing in leads back to the join screen of the link (LOGIN-29).
			return {
				to: '/bootLogin/$meetingId/$publicJoin/$hasPwd',
				params: { meetingId, publicJoin: 'false', hasPwd: destination.hasPwd },
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
