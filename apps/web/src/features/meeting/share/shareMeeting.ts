import type { Meeting } from '@parley/api'
import type { Bridge } from '@parley/bridge'
import { invitationText, toShellShare } from './invitation.ts'

/** What came of sharing: passed on, put on the clipboard, given up, or neither. */
export type ShareResult = 'shared' | 'copied' | 'dropped' | 'failed'

/** Everything outside that sharing touches. */
export interface ShareDeps {
	call: Bridge['call']
	/** The sheet of the browser; engines without one have none. */
	share: ((data: ShareData) => Promise<void>) | undefined
	copy(text: string): Promise<boolean>
}

let isSharing = false

/**
 * Shares a meeting by the phone around the page, else by the browser, else on the clipboard. Nothing happens while
 * another is being shared (SHARE-04).
 */
export async function shareMeeting(meeting: Meeting, hostName: string, deps: ShareDeps): Promise<ShareResult> {
	if (isSharing) return 'dropped'
	isSharing = true
	try {
		return await shareByShell(meeting, hostName, deps)
	} finally {
		isSharing = false
	}
}

async function shareByShell(
	meeting: Meeting,
	hostName: string,
	{ call, share, copy }: ShareDeps,
): Promise<ShareResult> {
	const shared = await call('shareMeetingInfo', toShellShare(meeting, hostName))
	// A phone that does not say when it is done has been told all the same.
	if (shared.ok || shared.failure !== 'absent') return 'shared'

	const text = invitationText(meeting, hostName)
	const sheet = share ? await shareByBrowser(() => share({ title: meeting.topic, text })) : 'failed'
	if (sheet !== 'failed') return sheet
	return (await copy(text)) ? 'copied' : 'failed'
}

async function shareByBrowser(show: () => Promise<void>): Promise<ShareResult> {
	try {
		await show()
		return 'shared'
	} catch (cause) {
		return (cause as Error).name === 'AbortError' ? 'dropped' : 'failed'
	}
}
