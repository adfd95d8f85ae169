import type { Meeting } from '@parley/api'
import { useBridge } from '../../../bridge/index.ts'
import { m } from '../../../locales/index.ts'
import { copyText, toast, useAction } from '../../../ui/index.ts'
import { hostDisplayName, type MeetingReader } from '../permissions.ts'
import { type Shared, shareMeeting } from './shareMeeting.ts'

/** Shares with the shell, else with the browser, else by the clipboard, and shows a result that would not be visible. */
export function useSendShare(
	reader: MeetingReader,
): [send: (meeting: Meeting, what: Shared) => Promise<void>, isSharing: boolean] {
	const bridge = useBridge()
	return useAction(
		(meeting: Meeting, what: Shared) => {
			const deps = { callShell: bridge.call, shareByBrowser: navigator.share?.bind(navigator), copy: copyText }
			return shareMeeting(meeting, hostDisplayName(meeting, reader), deps, what)
		},
		result => showShareResult(result),
	)
}

export function showShareResult(result: Awaited<ReturnType<typeof shareMeeting>>) {
	if (result === 'copied') toast.show(m.meeting_invite_copied(), { tone: 'ok' })
	if (result === 'failed') toast.show(m.meeting_copy_failed(), { tone: 'error' })
}
