import { clean, isDisplayName, meetingIdFault } from '@parley/core'
import type { Knock } from './enter.ts'

/** What the phone hands over for a join without a screen. */
export interface DirectJoin {
	meetingId: string
	displayName: string
	password: string
}

/** A direct join, or which of its two parts is wrong (JOIN-34, JOIN-35). */
export function directKnock(
	{ meetingId, displayName, password }: DirectJoin,
	devices: { audio: boolean; video: boolean },
): Knock | { wrong: 'id' | 'name' } {
	if (meetingIdFault(meetingId, 'exactly')) return { wrong: 'id' }
	if (!isDisplayName(clean(displayName))) return { wrong: 'name' }
	return { meetingId: meetingId.replace(/\D/g, ''), displayName: clean(displayName), password, ...devices }
}
