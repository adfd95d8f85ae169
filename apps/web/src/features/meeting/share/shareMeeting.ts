import type { Meeting } from '@parley/api'
import type { Bridge } from '@parley/bridge'
import { invitationText, shareOf } from './invitation.ts'

/** What came of sharing: passed on, put on the clipboard, given up, or neither. */
export type Shared = 'shared' | 'copied' | 'dropped' | 'failed'

/** Everything outside that sharing touches. */
export interface ShareOutside {
	call: Bridge['call']
	/** The sheet of the browser; engines without one have none. */
	share: ((data: ShareData) => Promise<void>) | undefined
	copy(text: string): Promise<boolean>
}

let isUnderway = false

/**
 * Shares a meeting by the phone around the page, else by the browser, else on the clipboard. Nothing happens while
 * another is being shared (SHARE-04).
 */
export async function shareMeeting(meeting: Meeting, hostName: string, outside: ShareOutside): Promise<Shared> {
	if (isUnderway) return 'dropped'
	isUnderway = true
	try {
		return await passOn(meeting, hostName, outside)
	} finally {
		isUnderway = false
	}
}

async function passOn(meeting: Meeting, hostName: string, { call, share, copy }: ShareOutside): Promise<Shared> {
	const shared = await call('shareMeetingInfo', shareOf(meeting, hostName))
	// A phone that does not say when it is done has been told all the same.
	if (shared.ok || shared.failure !== 'absent') return 'shared'

	const text = invitationText(meeting, hostName)
	const sheet = share ? await bySheet(() => share({ title: meeting.topic, text })) : 'failed'
	if (sheet !== 'failed') return sheet
	return (await copy(text)) ? 'copied' : 'failed'
}

async function bySheet(show: () => Promise<void>): Promise<Shared> {
	try {
		await show()
		return 'shared'
	} catch (cause) {
		return (cause as Error).name === 'AbortError' ? 'dropped' : 'failed'
	}
}
