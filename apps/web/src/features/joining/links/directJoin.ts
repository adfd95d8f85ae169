import { cleanText, isDisplayName, limits, truncate } from '@parley/core'
import type { JoinError } from '../join/joinErrors.ts'
import { type JoinDeps, type JoinResult, joinMeeting } from '../join/joinMeeting.ts'
import { type LinkRoute, toLinkRoute } from './linkDestination.ts'

/** A join that the shell asks for, with everything it needs. */
export interface DirectJoinRequest {
	meetingId: string
	displayName: string
	password: string
}

/** The first invalid field: exactly nine digits, then a name (JOIN-34, JOIN-35). */
export function validateDirectJoin({ meetingId, displayName }: DirectJoinRequest): 'id' | 'name' | undefined {
	if (!/^\d{9}$/.test(withoutSpaces(meetingId))) return 'id'
	return isDisplayName(normalizeName(displayName)) ? undefined : 'name'
}

const withoutSpaces = (meetingId: string) => meetingId.replace(/ /g, '')
const normalizeName = (displayName: string) => cleanText(truncate(cleanText(displayName), limits.displayNameMax))

/** Joins without a join screen, with camera and microphone as last chosen. */
export const directJoin = (
	{ meetingId, displayName, password }: DirectJoinRequest,
	devices: { audio: boolean; video: boolean },
	deps: JoinDeps,
): Promise<JoinResult> =>
	joinMeeting(
		{
			meetingId: withoutSpaces(meetingId),
			displayName: normalizeName(displayName),
			isFromShell: true,
			...devices,
			...(password && { password }),
		},
		deps,
	)

/** The screen after a refused direct join: its result, the login, or else the join screen with everything filled in. */
export function getRouteAfterRefusal({ type }: Pick<JoinError, 'type'>, meetingId: string): LinkRoute {
	if (type === 'over') return toLinkRoute({ type, meetingId })
	if (type === 'unknownMeeting' || type === 'missing') return toLinkRoute({ type: 'missing', meetingId })
	if (type === 'loginOnly' || type === 'signedOut') return toLinkRoute({ type: 'login', meetingId, hasPwd: 'false' })
	return toLinkRoute({ type: 'join', meetingId }, { isFromShell: true })
}
