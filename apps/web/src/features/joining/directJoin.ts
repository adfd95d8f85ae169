import { cleanText, isDisplayName, limits, truncate } from '@parley/core'
import { type Entered, type EnterOutside, enter } from './enter.ts'
import { type LinkPlace, linkPlace } from './linkWay.ts'
import type { TurnedAway } from './refusals.ts'

/** A join the phone asks for, with everything that is needed for it. */
export interface DirectJoin {
	meetingId: string
	displayName: string
	password: string
}

/** JOIN-34, JOIN-35: exactly nine digits, then a name. */
export function directFault({ meetingId, displayName }: DirectJoin): 'id' | 'name' | undefined {
	if (!/^\d{9}$/.test(meetingId.replace(/ /g, ''))) return 'id'
	return isDisplayName(nameOf(displayName)) ? undefined : 'name'
}

const nameOf = (displayName: string) => cleanText(truncate(cleanText(displayName), limits.displayNameMax))

/** Joins without a screen in between; camera and microphone are as this person left them. */
export const directJoin = (
	{ meetingId, displayName, password }: DirectJoin,
	devices: { audio: boolean; video: boolean },
	outside: EnterOutside,
): Promise<Entered> =>
	enter(
		{
			meetingId: meetingId.replace(/ /g, ''),
			displayName: nameOf(displayName),
			isFromShell: true,
			...devices,
			...(password && { password }),
		},
		outside,
	)

/** Where one goes on who was not let in; what is not settled there has its screen with everything filled in. */
export function placeAfter({ says }: Pick<TurnedAway, 'says'>, meetingId: string): LinkPlace {
	switch (says) {
		case 'over':
			return linkPlace({ at: 'over', meetingId })
		case 'unknownMeeting':
		case 'idInvalid':
			return linkPlace({ at: 'missing', meetingId })
		case 'loginOnly':
		case 'signedOut':
			return linkPlace({ at: 'login', meetingId, hasPwd: 'false' })
		default:
			return linkPlace({ at: 'join', meetingId }, { isFromShell: true })
	}
}
