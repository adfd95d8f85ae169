import { cleanText, isDisplayName, limits, truncate } from '@parley/core'
import type { JoinError } from '../join/joinErrors.ts'
import { type JoinDeps, type JoinResult, joinMeeting } from '../join/joinMeeting.ts'
import { type LinkRoute, toLinkRoute } from './linkDestination.ts'

/** A join the phone asks for, with everything that is needed for it. */
export interface DirectJoinRequest {
	meetingId: string
	displayName: string
	password: string
}

/** JOIN-34, JOIN-35: exactly nine digits, then a name. */
export function validateDirectJoin({ meetingId, displayName }: DirectJoinRequest): 'id' | 'name' | undefined {
	if (!/^\d{9}$/.test(meetingId.replace(/ /g, ''))) return 'id'
	return isDisplayName(normalizeName(displayName)) ? undefined : 'name'
}

const normalizeName = (displayName: string) => cleanText(truncate(cleanText(displayName), limits.displayNameMax))

/** Joins without a screen in between; camera and microphone are as this person left them. */
export const directJoin = (
	{ meetingId, displayName, password }: DirectJoinRequest,
	devices: { audio: boolean; video: boolean },
	outside: JoinDeps,
): Promise<JoinResult> =>
	joinMeeting(
		{
			meetingId: meetingId.replace(/ /g, ''),
			displayName: normalizeName(displayName),
			isFromShell: true,
			...devices,
			...(password && { password }),
		},
		outside,
	)

/** Where one goes on who was not let in; what is not settled there has its screen with everything filled in. */
export function getRouteAfterRefusal({ says }: Pick<JoinError, 'says'>, meetingId: string): LinkRoute {
	switch (says) {
		case 'over':
			return toLinkRoute({ at: 'over', meetingId })
		case 'unknownMeeting':
		case 'idInvalid':
			return toLinkRoute({ at: 'missing', meetingId })
		case 'loginOnly':
		case 'signedOut':
			return toLinkRoute({ at: 'login', meetingId, hasPwd: 'false' })
		default:
			return toLinkRoute({ at: 'join', meetingId }, { isFromShell: true })
	}
}
